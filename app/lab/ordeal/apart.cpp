#include "app/lab/ordeal/apart.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

#include "app/command_line/exit.h"

namespace drover::lab::ordeal {
namespace {

constexpr unsigned kLongestLife_s = 120;
constexpr std::size_t kLongestFailure = 4'096, kMostTold = std::size_t{32} << 20;

std::string endOf(int status) {
    if (WIFEXITED(status)) return fmt::format("the program ended with code {}", WEXITSTATUS(status));
    if (WTERMSIG(status) == SIGALRM) return fmt::format("it takes longer than {} s", kLongestLife_s);
    return fmt::format("the program ended by signal {}", WTERMSIG(status));
}

}  // namespace

// Memory that parent and child share. Pages that are not written take no room.
struct Apart::Shared {
    bool is_over = false, is_refused = false;
    std::uint64_t hash = 0, frames = 0;
    Coverage coverage;
    char failure[kLongestFailure] = {};
    std::size_t told = 0;  // bytes of moments
    char moments[kMostTold];

    void tell(const Moment& moment) {
        add(&moment.frame_time, sizeof moment.frame_time);
        add(&moment.deed, sizeof moment.deed);
        add(&moment.number, sizeof moment.number);
        addSize(moment.commands.size());
        for (const std::string& line : moment.commands) addSize(line.size()), add(line.data(), line.size());
    }
    void addSize(std::size_t size) { add(&size, sizeof size); }
    void add(const void* from, std::size_t size) {
        if (told + size > kMostTold) return;
        std::memcpy(moments + told, from, size);
        told += size;
    }
};

Apart::Apart() {
    void* const memory =
        ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) command_line::fail(command_line::kNoMemory, "found no memory for a life");
    shared_ = new (memory) Shared;
}
Apart::~Apart() { ::munmap(shared_, sizeof(Shared)); }

void Apart::begin(Life life) {
    shared_->is_over = false, shared_->told = 0;
    std::fflush(nullptr);
    process_ = ::fork();
    if (process_ < 0) command_line::fail(command_line::kNoMemory, "cannot begin a process for a life");
    if (process_ > 0) return;
    ::alarm(kLongestLife_s);
    const bool is_new = life.moments.empty();
    const Outcome outcome =
        live(life, shared_->coverage, [&](const Moment& moment) { is_new ? shared_->tell(moment) : void(); });
    shared_->hash = outcome.hash, shared_->frames = outcome.frames, shared_->is_refused = outcome.is_refused;
    const std::size_t size = std::min(outcome.failure.size(), kLongestFailure - 1);
    std::memcpy(shared_->failure, outcome.failure.data(), size);
    shared_->failure[size] = '\0';
    shared_->is_over = true;
    ::_exit(0);
}

Outcome Apart::end(int status) {
    if (!shared_->is_over) return {.failure = endOf(status)};
    return {shared_->failure, shared_->is_refused, shared_->hash, shared_->frames};
}

Outcome Apart::end() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    return end(status);
}

std::vector<Moment> Apart::moments() const {
    std::vector<Moment> moments;
    const char* at = shared_->moments;
    const auto take = [&](auto& value) { std::memcpy(&value, at, sizeof value), at += sizeof value; };
    while (at < shared_->moments + shared_->told) {
        Moment& moment = moments.emplace_back();
        std::size_t lines = 0, size = 0;
        take(moment.frame_time), take(moment.deed), take(moment.number), take(lines);
        for (; lines > 0; --lines) {
            take(size);
            moment.commands.emplace_back(at, size);
            at += size;
        }
    }
    return moments;
}

const Coverage& Apart::coverage() const { return shared_->coverage; }

}  // namespace drover::lab::ordeal
