#include "app/command_line/exit.h"

namespace drover::command_line {

Exit exitFor(const InputError& error) {
    switch (error.kind) {
        case InputError::Kind::kNoInput: return {kNoInput, error.message()};
        case InputError::Kind::kNoMemory: return {kNoMemory, error.message()};
        case InputError::Kind::kBadData: break;
    }
    return {kBadData, error.message()};
}

}  // namespace drover::command_line
