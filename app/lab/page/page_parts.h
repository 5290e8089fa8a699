// The pieces that the lab's HTML pages are made of: the style sheet, sentences and tables. page.cpp and
// grade/grade_page.cpp put them together.
#pragma once

#include <string>
#include <vector>

#include "app/lab/table.h"

namespace drover::lab {

// Its colours are those of chart::svgStyle().
const char* pageStyle();

// Escaped for HTML. A number and its unit stay on one line: 17 % never breaks before the %.
std::string unbroken(const std::string& words);
// The same, with `code` in a code element.
std::string prose(const std::string& words);
std::string paragraphs(const std::vector<std::string>& all);

// A heading and a table.
std::string tableElement(const std::string& title, const Table& table);

}  // namespace drover::lab
