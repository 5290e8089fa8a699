// Drags something onto a window and lets it go there, as a file manager does: XDND, version 5, from a client
// of its own. For drop.sh, because xdotool cannot:  drop_source WINDOW X Y WHAT  where WHAT is a path, or a
// text such as a web address. Waits for each answer of the window without a limit: the caller
// sets one.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr long kVersion = 5;
constexpr useconds_t kBetweenAsking_us = 20'000;

// A path as file managers send it.
std::string uriOf(const std::string& what) {
    if (what.empty() || what.front() != '/') return what;
    std::string uri = "file://";
    for (const char c : what) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              c == '/' || c == '.' || c == '-';
        char escaped[4];
        std::snprintf(escaped, sizeof escaped, "%%%02X",
                      static_cast<unsigned>(static_cast<unsigned char>(c)));
        uri += is_plain ? std::string(1, c) : escaped;
    }
    return uri;
}

class Source {
  public:
    Source(Display* display, Window target)
        : display_(display),
          target_(target),
          own_(XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)) {
        XSetSelectionOwner(display_, atom("XdndSelection"), own_, CurrentTime);
    }

    bool isWanted() const {
        Atom type = 0;
        int format = 0;
        unsigned long items = 0, left = 0;
        unsigned char* found = nullptr;
        XGetWindowProperty(display_, target_, atom("XdndAware"), 0, 1, False, AnyPropertyType, &type, &format,
                           &items, &left, &found);
        if (found) XFree(found);
        return items == 1;
    }

    void enter() { tell("XdndEnter", kVersion << 24, static_cast<long>(atom("text/uri-list")), 0, 0); }

    // Over the pixel until the window says that it would take it.
    void hover(int x, int y) {
        int root_x = 0, root_y = 0;
        Window child = 0;
        XTranslateCoordinates(display_, target_, XDefaultRootWindow(display_), x, y, &root_x, &root_y,
                              &child);
        for (;;) {
            tell("XdndPosition", 0, static_cast<long>(root_x) << 16 | root_y, CurrentTime,
                 static_cast<long>(atom("XdndActionCopy")));
            if (answer("XdndStatus", {}).data.l[1] & 1) return;
            usleep(kBetweenAsking_us);
        }
    }

    // True: the window took it.
    bool drop(const std::string& text) {
        tell("XdndDrop", 0, CurrentTime, 0, 0);
        return (answer("XdndFinished", text).data.l[1] & 1) != 0;
    }

  private:
    Atom atom(const char* name) const { return XInternAtom(display_, name, False); }

    void tell(const char* what, long second, long third, long fourth, long fifth) {
        XEvent event = {};
        event.xclient.type = ClientMessage;
        event.xclient.window = target_;
        event.xclient.message_type = atom(what);
        event.xclient.format = 32;
        const long words[] = {static_cast<long>(own_), second, third, fourth, fifth};
        for (int i = 0; i < 5; ++i) event.xclient.data.l[i] = words[i];
        XSendEvent(display_, target_, False, NoEventMask, &event);
        XFlush(display_);
    }

    // The window's next message of that name; until then it is given the text whenever it asks for it.
    XClientMessageEvent answer(const char* name, const std::string& text) {
        for (XEvent event;;) {
            XNextEvent(display_, &event);
            if (event.type == SelectionRequest) give(event.xselectionrequest, text);
            if (event.type == ClientMessage && event.xclient.message_type == atom(name)) return event.xclient;
        }
    }

    void give(const XSelectionRequestEvent& request, const std::string& text) {
        XChangeProperty(display_, request.requestor, request.property, request.target, 8, PropModeReplace,
                        reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
        XEvent given = {};
        given.xselection.type = SelectionNotify;
        given.xselection.requestor = request.requestor;
        given.xselection.selection = request.selection;
        given.xselection.target = request.target;
        given.xselection.property = request.property;
        given.xselection.time = request.time;
        XSendEvent(display_, request.requestor, False, NoEventMask, &given);
        XFlush(display_);
    }

    Display* display_;
    Window target_, own_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fprintf(stderr, "usage: drop_source WINDOW X Y WHAT\n");
        return 64;
    }
    Display* display = XOpenDisplay(nullptr);
    if (!display) {
        std::fprintf(stderr, "drop_source: no display\n");
        return 69;
    }
    Source source(display, std::strtoul(argv[1], nullptr, 0));
    if (!source.isWanted()) {
        std::fprintf(stderr, "drop_source: the window takes nothing that is dropped\n");
        return 1;
    }
    source.enter();
    source.hover(std::atoi(argv[2]), std::atoi(argv[3]));
    const bool is_taken = source.drop(uriOf(argv[4]) + "\r\n");
    XCloseDisplay(display);
    if (!is_taken) std::fprintf(stderr, "drop_source: the window refused it\n");
    return is_taken ? 0 : 1;
}
