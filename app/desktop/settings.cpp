#include "app/desktop/settings.h"

#include <algorithm>

namespace drover::desktop {

void Layout::remember(const std::string& file) {
    std::erase(recent, file);
    recent.insert(recent.begin(), file);
    if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

}  // namespace drover::desktop
