#include "app/lab/reproduce/gdx_record.h"

#include <utility>

namespace drover::lab {
namespace {

// Five tasks that run in each frame and consume alike, with 5 ms a frame.
SharesRecord fiveAlike(const char* name, const char* scheduler, std::vector<float> priorities,
                       Consumption consumes, std::vector<std::int64_t> first_offers, std::uint64_t digest) {
    const std::vector<Consumes> scripts(5, {consumes, {}});
    return {name,    scheduler, {1, 1, 1, 1, 1},         {0, 0, 0, 0, 0}, std::move(priorities),
            scripts, {5000000}, std::move(first_offers), digest};
}

// Five tasks of different frequencies and consumptions.
SharesRecord mixed(const char* name, const char* scheduler, std::vector<float> priorities,
                   std::vector<std::int64_t> first_offers, std::uint64_t digest) {
    return {name,
            scheduler,
            {1, 2, 3, 4, 5},
            {0, 0, 1, 3, 0},
            std::move(priorities),
            {{Consumption::kAll, {}},
             {Consumption::kHalf, {}},
             {Consumption::kCycle, {100, 200000, 3333333}},
             {Consumption::kDouble, {}},
             {Consumption::kCycle, {7, 0, 9999999, 1}}},
            {5000000, 3000001, 1, 0, 16666667},
            std::move(first_offers),
            digest};
}

// Three tasks that run in each frame, each with a script of its own.
SharesRecord threeTasks(const char* name, std::vector<float> priorities, std::vector<Consumes> scripts,
                        std::vector<std::int64_t> budget_ns, std::vector<std::int64_t> first_offers,
                        std::uint64_t digest) {
    return {name,
            "priority",
            {1, 1, 1},
            {0, 0, 0},
            std::move(priorities),
            std::move(scripts),
            std::move(budget_ns),
            std::move(first_offers),
            digest};
}

}  // namespace

std::vector<PhasingRecord> phasingRecord() {
    return {
        {"4_6_8_dry0", true, 0, {4, 6, 8}, {0, 0, 0}, {}, 3, 0x7a04a9c35e4d7066u},
        {"4_6_8_dry1", true, 1, {4, 6, 8}, {0, 1, 1}, {}, 2, 0xad955c7abe34b164u},
        {"4_6_8_dry10", true, 10, {4, 6, 8}, {0, 1, 2}, {}, 1, 0x1e244e39faa147e4u},
        {"4_6_8_dry100", true, 100, {4, 6, 8}, {0, 1, 2}, {}, 1, 0x1e244e39faa147e4u},
        {"4_6_8_dry2310", true, 2310, {4, 6, 8}, {0, 1, 2}, {}, 1, 0x1e244e39faa147e4u},
        {"3_5_7_dry0", true, 0, {3, 5, 7}, {0, 0, 0}, {}, 3, 0x9eb43142ef60b486u},
        {"3_5_7_dry1", true, 1, {3, 5, 7}, {0, 1, 1}, {}, 3, 0x8d8ea0efa2b8d4e4u},
        {"3_5_7_dry10", true, 10, {3, 5, 7}, {0, 2, 1}, {}, 3, 0x591c9e2848818ae6u},
        {"3_5_7_dry100", true, 100, {3, 5, 7}, {0, 2, 4}, {}, 3, 0x21a5a05e3a16dae7u},
        {"3_5_7_dry2310", true, 2310, {3, 5, 7}, {0, 0, 0}, {}, 3, 0x9eb43142ef60b486u},
        {"all5x7_dry0", true, 0, {5, 5, 5, 5, 5, 5, 5}, {0, 0, 0, 0, 0, 0, 0}, {}, 7, 0x2544a1fef2966925u},
        {"all5x7_dry1", true, 1, {5, 5, 5, 5, 5, 5, 5}, {0, 1, 1, 1, 1, 1, 1}, {}, 6, 0x2458faf3f6573225u},
        {"all5x7_dry10", true, 10, {5, 5, 5, 5, 5, 5, 5}, {0, 1, 2, 3, 4, 0, 1}, {}, 2, 0x8f83dd0798e27ba5u},
        {"all5x7_dry100",
         true,
         100,
         {5, 5, 5, 5, 5, 5, 5},
         {0, 1, 2, 3, 4, 0, 1},
         {},
         2,
         0x8f83dd0798e27ba5u},
        {"all5x7_dry2310",
         true,
         2310,
         {5, 5, 5, 5, 5, 5, 5},
         {0, 1, 2, 3, 4, 0, 1},
         {},
         2,
         0x8f83dd0798e27ba5u},
        {"asc_2_4_8_16_32_dry10",
         true,
         10,
         {2, 4, 8, 16, 32, 2, 4, 8, 16, 32},
         {0, 1, 3, 7, 10, 0, 3, 5, 10, 10},
         {},
         5,
         0x4a5a5b1dab9de564u},
        {"4_6_8_phase0", false, 100, {4, 6, 8}, {0, 0, 0}, {}, 3, 0x7a04a9c35e4d7066u},
        {"3_5_7_phase0", false, 100, {3, 5, 7}, {0, 0, 0}, {}, 3, 0x9eb43142ef60b486u},
        {"manual_phases_neg_and_large",
         false,
         100,
         {4, 4, 5, 7, 3, 1},
         {-1, 5, 12, -10, 3, 99},
         {},
         5,
         0x8efc40acca818840u},
        {"2_3_5_7_11_join_17_dry100",
         true,
         100,
         {2, 3, 5, 7, 11},
         {0, 1, 0, 2, 1},
         {0, 17, 34, 51, 68},
         4,
         0xbb4f30460a9207e2u},
    };
}

std::vector<SharesRecord> sharesRecord() {
    constexpr const char *kBalancing = "load_balancing", *kPriority = "priority";
    const std::vector<float> priorities = {1, 2, 3, 0.5f, 10};
    const Consumes all = {Consumption::kAll, {}};
    return {
        fiveAlike("load_balancing_all_use_all", kBalancing, {}, Consumption::kAll,
                  {1000000, 1000000, 1000000, 1000000, 1000000}, 0x308396cf37e859a5u),
        fiveAlike("load_balancing_all_use_half", kBalancing, {}, Consumption::kHalf,
                  {1000000, 1125000, 1312500, 1640625, 2460938}, 0x19f442a4f5026b75u),
        fiveAlike("load_balancing_all_overrun_double", kBalancing, {}, Consumption::kDouble,
                  {1000000, 750000, 500000, 250000, 0}, 0x3d1215c439899e5du),
        mixed("load_balancing_mixed", kBalancing, {}, {2500000, 2500000}, 0xa76b3888fa429251u),
        {"load_balancing_negative_budget",
         kBalancing,
         {1, 1, 2},
         {0, 0, 0},
         {},
         {{Consumption::kCycle, {10}}, {Consumption::kCycle, {20}}, {Consumption::kCycle, {30}}},
         {-7, -1000000},
         {-3, -17},
         0x5845b56ca89c81a5u},
        fiveAlike("priority_all_use_all", kPriority, priorities, Consumption::kAll,
                  {303030, 569329, 750480, 102338, 1984741}, 0xc5e513ed0add72c5u),
        fiveAlike("priority_all_use_half", kPriority, priorities, Consumption::kHalf,
                  {303030, 587695, 828116, 125472, 2471420}, 0xfbfa87be1fbc1fedu),
        mixed("priority_mixed", kPriority, priorities, {3333333, 555555}, 0x87a9d4a6a4aba759u),
        threeTasks("priority_large_budget_precision", {0.1f, 0.7f, 3.3f},
                   {{Consumption::kCycle, {123456789}},
                    {Consumption::kCycle, {1}},
                    {Consumption::kCycle, {987654321}}},
                   {123456789012345, 999999999, 16777217}, {3011141173248, 21077967241216, 99367558053888},
                   0xc60097a62fee0407u),
        threeTasks("priority_one_zero", {0, 1, 3}, {all, all, all}, {1000000}, {0, 250000, 562500},
                   0xadd3f80633d50205u),
    };
}

std::uint64_t runsDigest(const FrequencyAnswer& answer) {
    Digest digest;
    for (const auto& frame : answer.frames) {
        digest.add(static_cast<std::int64_t>(frame.size()));
        for (const FrequencyAnswer::Ran& ran : frame) digest.add(ran.task);
    }
    return digest.value();
}

std::uint64_t offersDigest(const FrequencyAnswer& answer) {
    Digest digest;
    for (const auto& frame : answer.frames) {
        digest.add(static_cast<std::int64_t>(frame.size()));
        for (const FrequencyAnswer::Ran& ran : frame)
            digest.add(ran.task), digest.add(ran.offered_ns), digest.add(ran.consumed_ns);
    }
    return digest.value();
}

}  // namespace drover::lab
