// A folder of a test's own, which goes with it, and whole files: written, read, and those of the sources.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace drover::tests {

inline std::string contentOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// With the folders that it needs.
inline void write(const std::filesystem::path& file, const std::string& content) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
}

// Such as docs/MODEL.md.
inline std::string sourceText(const std::string& file) {
    return contentOf(std::filesystem::path(DROVER_SOURCE_DIR) / file);
}

class Folder {
  public:
    Folder() {
        char name[] = "/tmp/drover-test-XXXXXX";
        path_ = mkdtemp(name);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }
    // The name of a file in it, as options and sessions take it.
    std::string file(const std::string& name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

}  // namespace drover::tests
