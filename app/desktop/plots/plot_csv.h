// A plot's numbers as CSV: what its menu exports.
#pragma once

#include <string>

#include "app/desktop/plots/periods.h"
#include "app/desktop/plots/plot_spec.h"
#include "core/record/history.h"

namespace drover::desktop {

// frame,t_ms, then the plot's series under the names of their columns: a row a frame of those in `range` that
// are held.
void appendPlotCsv(std::string& out, const PlotSpec& plot, const record::History& history,
                   record::FrameRange range);

// A row a step of periods that is not empty.
void appendPeriodsCsv(std::string& out, const PeriodCounts& periods);

}  // namespace drover::desktop
