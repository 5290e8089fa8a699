#include "app/command_line/exit.h"

namespace drover::command_line {

Exit exitFor(const InputError& error) {
    return {error.kind == InputError::Kind::kNoInput ? kNoInput : kBadData, error.message()};
}

}  // namespace drover::command_line
