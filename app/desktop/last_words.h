// What must be done once, however the program ends: by an exception, by a signal that an assert or a wrong
// access raises, by one that asks it to end while a frame stands, or because a library calls exit(), as the
// X11 library does when its display is gone. Owned by desktop.cpp, which completes its files in it.
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace drover::desktop {

// Only one may exist at a time. A program that ends in order destroys it, and nothing is said.
class LastWords {
  public:
    // A recording of hours is hundreds of megabytes.
    static constexpr std::chrono::seconds kPatience{10};

    // `keep` returns what is to be printed, or nothing. After a signal it runs wherever the program was, so
    // it may fail in any way; what fails in it, or takes longer than `patience`, ends the program.
    explicit LastWords(std::function<std::string()> keep, std::chrono::seconds patience = kPatience);
    // Says them if it is destroyed by an exception.
    ~LastWords();
    // Says them, and why, and ends the program with the code. Returns if there is nothing to say. By any
    // thread.
    static void sayAndEnd(const char* why, int code);
    LastWords(const LastWords&) = delete;
    LastWords& operator=(const LastWords&) = delete;

  private:
    std::function<std::string()> keep_;
    int exceptions_;  // that were under way before
};

}  // namespace drover::desktop
