#include "app/command_line/exit.h"

namespace drover {

Exit exitFor(const InputError& error) {
    return {error.kind == InputError::Kind::kNoInput ? kNoInput : kBadData, error.message()};
}

}  // namespace drover
