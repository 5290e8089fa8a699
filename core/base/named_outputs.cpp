#include "core/base/named_outputs.h"

#include <sys/stat.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "core/base/mutex.h"

namespace drover {
namespace {

struct OldFile {
    NamedOutput output;
    dev_t device = 0;
    ino_t number = 0;
};

// Of the whole program, as its command line is. Threads read files, too.
struct OldFiles {
    Mutex mutex;
    std::vector<OldFile> files;
};
OldFiles& oldFiles() {
    // It is never destroyed: a thread may read while the program ends.
    static OldFiles& made = *new OldFiles;
    return made;
}

}  // namespace

void nameOutput(const NamedOutput& output) {
    struct stat about = {};
    // What goes to a device such as /dev/null is not lost there.
    if (::stat(output.path.c_str(), &about) != 0 || S_ISCHR(about.st_mode)) return;
    OldFiles& old = oldFiles();
    const std::lock_guard lock(old.mutex);
    old.files.push_back({output, about.st_dev, about.st_ino});
}

void forgetOutputs() {
    OldFiles& old = oldFiles();
    const std::lock_guard lock(old.mutex);
    old.files.clear();
}

std::optional<NamedOutput> outputThatIs(const std::string& path) {
    OldFiles& old = oldFiles();
    const std::lock_guard lock(old.mutex);
    struct stat about = {};
    if (old.files.empty() || ::stat(path.c_str(), &about) != 0) return std::nullopt;
    const auto at = std::ranges::find_if(old.files, [&](const OldFile& file) {
        return file.device == about.st_dev && file.number == about.st_ino;
    });
    return at == old.files.end() ? std::nullopt : std::optional(at->output);
}

}  // namespace drover
