// A table for people: aligned text for a terminal, or GitHub markdown for a document. run, compare and
// reproduce print with it. A cell may be any text from outside: a terminal obeys none of it.
#pragma once

#include <string>
#include <vector>

namespace drover::lab {

// Adjacent columns of the same group share the group's heading.
struct Heading {
    std::string group, name;
};

struct Table {
    std::vector<Heading> headings;
    std::vector<std::vector<std::string>>
        rows;  // one cell per heading; the first column is aligned left, the others right

    std::string text() const;
    std::string markdown() const;
};

// The value with `decimals` decimals, or fewer if that keeps it within five characters.
std::string shortNumber(double value, int decimals);

}  // namespace drover::lab
