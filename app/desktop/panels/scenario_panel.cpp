// Which scenario runs, in a teacher's words.
#include "app/desktop/panels/panels.h"
#include "app/desktop/widgets/widgets.h"

namespace drover::desktop {

void drawScenarioPanel(Desk& desk, PanelState&) {
    heading(desk, desk.session.scenario().title);
    paragraph(desk, desk.session.scenario().text);
}

}  // namespace drover::desktop
