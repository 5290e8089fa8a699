#include "app/desktop/settings.h"

#include <algorithm>

namespace drover::desktop {

void Layout::remember(const std::string& file) {
    std::erase(recent, file);
    recent.insert(recent.begin(), file);
    if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

void Layout::rememberFolder(const std::string& folder) {
    std::erase(folders, folder);
    folders.insert(folders.begin(), folder);
    if (folders.size() > kMostFolders) folders.resize(kMostFolders);
}

}  // namespace drover::desktop
