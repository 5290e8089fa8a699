// A plot's numbers as CSV. title_row.cpp writes them when the menu exports a plot.
#pragma once

#include <string>

#include "app/desktop/plots/periods.h"
#include "app/desktop/plots/plot_spec.h"
#include "core/record/history.h"

namespace drover::desktop {

// The columns are frame, t_ms and the plot's series under their column names; one row per frame of `range`
// that the history still has. With a world on the right, the series are by how much they are larger there: a
// column is then called ai_ms_difference, and is empty where either world has no value.
void appendPlotCsv(std::string& out, const PlotSpec& plot, const record::History& history,
                   record::FrameRange range, const record::History* right = nullptr);

// One row per step of periods that is not empty.
void appendPeriodsCsv(std::string& out, const PeriodCounts& periods);

}  // namespace drover::desktop
