// A table for people: as aligned text for a terminal, or as GitHub markdown for a document.
#pragma once

#include <string>
#include <vector>

namespace drover::lab {

// Columns that stand beside each other under the same group share its heading.
struct Heading {
    std::string group, name;
};

struct Table {
    std::vector<Heading> headings;
    std::vector<std::vector<std::string>>
        rows;  // a cell a heading; the first column is aligned left, the others right

    std::string text() const;
    std::string markdown() const;
};

// With so many decimals as asked for, or fewer, so that it stays within five characters while it can.
std::string shortNumber(double value, int decimals);

}  // namespace drover::lab
