// The page's program: the desktop's window in a canvas. The browser calls a frame whenever it wants a
// picture, and page.js calls the functions with C names: for files that are brought, settings that are kept,
// and a text for those who listen.
#include <emscripten.h>
#include <fmt/format.h>

#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "app/command_line/exit.h"
#include "app/desktop/desktop.h"

namespace {

using drover::desktop::Desktop;

// The browser calls functions without any context.
std::optional<Desktop> desktop;
std::string told_text;

EM_JS(void, askForFile, (), { drover.askForFile(); });
EM_JS(void, tellTrouble, (const char* text), { drover.tellTrouble(UTF8ToString(text)); });

// For page.js, until the next call.
const char* told(std::string text) {
    told_text = std::move(text);
    return told_text.c_str();
}

void stop(const std::string& why) {
    emscripten_cancel_main_loop();
    tellTrouble(why.c_str());
}

void frame() {
    try {
        desktop->turn();
        desktop->show();
        if (!desktop->isOver()) return;
        desktop->end();
        stop("Drover has ended. Reload the page to begin again.");
    } catch (const drover::command_line::Exit& exit) {
        stop(exit.message);
    } catch (const std::exception& error) {
        stop(fmt::format("Drover has failed: {}", error.what()));
    }
}

}  // namespace

extern "C" {

// A file that was dropped or chosen; page.js has written it.
EMSCRIPTEN_KEEPALIVE void openFile(const char* path) {
    SDL_Event event = {};
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(path);
    SDL_PushEvent(&event);
}

EMSCRIPTEN_KEEPALIVE void comeBack() {
    if (desktop) desktop->comeBack();
}

EMSCRIPTEN_KEEPALIVE bool isTelling() { return desktop && desktop->isTelling(); }

EMSCRIPTEN_KEEPALIVE void keepSettings() {
    if (desktop) desktop->writeFiles();
}

// What the readings say, in words.
EMSCRIPTEN_KEEPALIVE const char* readings() { return told(desktop ? desktop->inWords() : ""); }

// The state of the world, as the lab prints it.
EMSCRIPTEN_KEEPALIVE const char* stateHash() {
    return told(desktop ? fmt::format("{:016x}", desktop->session().world().stateHash()) : "");
}
}

int main(int argc, char** argv) {
    return drover::desktop::withOptions(argc, argv, [](drover::desktop::DesktopOptions options) {
        options.ask_for_file = askForFile;
        options.downloads = true;
        desktop.emplace(options);
        emscripten_set_main_loop(frame, 0, false);
    });
}
