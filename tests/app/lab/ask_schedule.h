// Asks drover-lab schedule a question without starting it.
#pragma once

#include <string>

#include "app/lab/schedule.h"

namespace drover::lab {

// The answer, or the message of the error.
inline std::string askText(const std::string& question, AnswerForm form = AnswerForm::kJson) {
    Result<JsonDocument> document = parseJson("q.json", question, {.depth = 3000, .values = 1'000'000});
    if (!document) return document.error.message();
    Result<std::string> text = answerText(*document, form);
    return text ? *text.value : text.error.message();
}

}  // namespace drover::lab
