#include "render/living/body.h"

#include <array>
#include <cmath>

#include "render/living/tubes.h"

namespace drover::render {
namespace {

constexpr float kStriped = 2;  // added to the shade

// What a grazer or a cat is like. Lengths in metres.
struct Grazer {
    float length;          // of the trunk
    float shoulder, rump;  // heights of the back
    float leg;             // how far the belly is above the ground, nearly
    float girth;           // half of the trunk's width
    float chest;           // how much deeper it is in front
    float neck, rise;      // its length, and how steeply it goes up: radians
    float head;            // its length
    float horn;            // its length; 0: none
    float horn_spread;
    float mane;  // its height; 0: none
    float tail;  // its length
    float leg_width;
    bool is_striped;
};

constexpr Grazer kGrazers[] = {
    // gazelle
    {1.35f, 1.12f, 1.10f, 0.66f, 0.24f, 0.02f, 0.62f, 0.95f, 0.36f, 0.46f, 0.10f, 0, 0.22f, 0.055f, false},
    // zebra
    {1.70f, 1.38f, 1.36f, 0.74f, 0.34f, 0.03f, 0.78f, 0.80f, 0.56f, 0, 0, 0.13f, 0.60f, 0.085f, true},
    // wildebeest
    {1.65f, 1.45f, 1.18f, 0.70f, 0.33f, 0.10f, 0.55f, 0.22f, 0.60f, 0.34f, 0.34f, 0.12f, 0.70f, 0.075f,
     false},
    // elephant: of its own making
    {},
    // cat
    {1.55f, 0.98f, 0.94f, 0.52f, 0.24f, 0.03f, 0.34f, 0.45f, 0.40f, 0, 0, 0.14f, 0.95f, 0.085f, false},
    // goat
    {1.05f, 0.86f, 0.88f, 0.46f, 0.25f, 0.02f, 0.42f, 0.80f, 0.34f, 0.26f, 0.16f, 0, 0.16f, 0.06f, false},
};
constexpr Grazer kBoarLike = {0.92f, 0.66f, 0.56f, 0.26f, 0.21f, 0.03f,  0.2f, 0.1f,
                              0.42f, 0,     0,     0.1f,  0.08f, 0.045f, false};

void addLegs(TubeMaker& m, float x_front, float x_back, float side, float hip_front, float hip_back,
             float width, float shade) {
    // When each leg steps, as a share of a step: front left, front right, hind left, hind right.
    constexpr std::array<float, 4> kWhen = {0.0f, 0.5f, 0.62f, 0.12f};
    for (int leg = 0; leg < 4; ++leg) {
        const bool is_front = leg < 2;
        const float x = is_front ? x_front : x_back, hip = is_front ? hip_front : hip_back;
        const float y = leg % 2 == 0 ? side : -side;
        const float knee = hip * 0.48f, bend = is_front ? 0.02f : -0.06f;
        const Joint joint{2 + kWhen[static_cast<std::size_t>(leg)], x, hip};
        if (!m.isFull()) {
            m.tube({{{x, y, hip}, width * 1.2f, width * 1.5f}, {{x, y, 0}, width * 0.8f, width * 0.8f}},
                   shade, joint, 4);
            continue;
        }
        m.tube({{{x, y, hip + 0.05f}, width * 1.5f, width * 2.1f},
                {{x + bend, y, knee}, width * 0.85f, width * 0.95f},
                {{x, y, 0.09f}, width * 0.62f, width * 0.7f}},
               shade, joint, 6);
        m.tube({{{x, y, 0.1f}, width * 0.75f, width * 0.85f}, {{x + 0.02f, y, 0}, width, width * 1.2f}}, 0.3f,
               joint, 4);
    }
}

void addHorns(TubeMaker& m, const Grazer& g, glm::vec3 crown, Joint neck) {
    TubeMaker::both([&](float side) {
        const float out = g.horn_spread;
        const float r = g.horn > 0.4f ? 0.026f : 0.035f;
        m.tube({{crown + glm::vec3(0, side * 0.05f, 0), r, r},
                {crown + glm::vec3(-0.25f * g.horn, side * (0.05f + 0.8f * out), 0.45f * g.horn), r * 0.8f,
                 r * 0.8f},
                {crown + glm::vec3(-0.15f * g.horn, side * (0.05f + out), g.horn), 0.005f, 0.005f}},
               0.28f, neck, 4);
    });
}

// Neck, head and what is on it; all turn about the shoulder.
void addHead(TubeMaker& m, const Grazer& g, bool has_beard) {
    const float x = g.length / 2 - 0.12f, z = g.shoulder - 0.2f;
    const Joint neck{1, x, z};
    const glm::vec3 base{x, 0, z};
    const glm::vec3 crown = base + glm::vec3(std::cos(g.rise), 0, std::sin(g.rise)) * g.neck;
    const glm::vec3 nose = crown + glm::vec3(std::cos(-0.55f), 0, std::sin(-0.55f)) * g.head;
    const float thick = g.girth * 0.62f, stripes = g.is_striped ? kStriped : 0;
    m.tube({{base - glm::vec3(0.1f, 0, 0.12f), thick * 0.95f, thick * 1.35f},
            {base + (crown - base) * 0.55f, thick * 0.62f, thick * 0.82f},
            {crown, thick * 0.5f, thick * 0.6f}},
           1 + stripes, neck, 8);
    m.tube({{crown - glm::vec3(0.07f, 0, 0), thick * 0.42f, thick * 0.5f},
            {crown + (nose - crown) * 0.35f, thick * 0.5f, thick * 0.56f},
            {nose, thick * 0.28f, thick * 0.3f}},
           g.is_striped ? 0.92f + kStriped : 0.92f, neck, 8);
    if (!m.isFull()) return;
    m.tube({{nose - (nose - crown) * 0.12f, thick * 0.31f, thick * 0.34f},
            {nose * 1.0f + glm::vec3(0.03f, 0, -0.02f), thick * 0.2f, thick * 0.2f}},
           0.32f, neck, 8);
    TubeMaker::both([&](float side) {
        const glm::vec3 ear = crown + glm::vec3(-0.03f, side * thick * 0.4f, thick * 0.35f);
        m.tube({{ear, 0.03f, 0.045f}, {ear + glm::vec3(-0.06f, side * 0.09f, 0.13f), 0.008f, 0.012f}}, 0.75f,
               neck, 4);
    });
    if (g.mane > 0)
        m.tube({{base + glm::vec3(-0.1f, 0, thick * 1.1f), 0.04f, g.mane},
                {base + (crown - base) * 0.6f + glm::vec3(0, 0, thick * 0.75f), 0.035f, g.mane},
                {crown + glm::vec3(0.02f, 0, thick * 0.45f), 0.02f, g.mane * 0.5f}},
               0.35f, neck, 4);
    if (g.horn > 0) addHorns(m, g, crown + glm::vec3(0.02f, 0, thick * 0.42f), neck);
    if (has_beard)
        m.tube({{crown + (nose - crown) * 0.6f - glm::vec3(0, 0, 0.1f), 0.05f, 0.12f},
                {base + glm::vec3(0.1f, 0, -0.32f), 0.03f, 0.1f}},
               0.35f, neck, 4);
}

void addTail(TubeMaker& m, const Grazer& g, float x, float z) {
    if (!m.isFull()) return;
    m.tube({{{x, 0, z}, 0.035f, 0.035f},
            {{x - g.tail * 0.35f, 0, z - g.tail * 0.55f}, 0.025f, 0.025f},
            {{x - g.tail * 0.4f, 0, z - g.tail}, 0.045f, 0.045f},
            {{x - g.tail * 0.4f, 0, z - g.tail * 1.12f}, 0.01f, 0.01f}},
           0.5f, {}, 4);
}

void addGrazer(TubeMaker& m, const Grazer& g, bool has_beard) {
    const float half = g.length / 2, stripes = g.is_striped ? kStriped : 0;
    const float front = (g.shoulder - g.leg) / 2, back = (g.rump - g.leg) / 2;
    const float z_front = g.leg + front - g.chest, z_back = g.leg + back + 0.03f;
    m.tube({{{-half, 0, z_back + 0.02f}, g.girth * 0.45f, back * 0.55f},
            {{-half + 0.18f, 0, z_back}, g.girth * 0.9f, back},
            {{-half * 0.2f, 0, (z_front + z_back) / 2 - 0.03f}, g.girth, (front + back) / 2 + 0.02f},
            {{half * 0.55f, 0, z_front}, g.girth * 0.95f, front + g.chest},
            {{half, 0, z_front + 0.04f}, g.girth * 0.5f, front * 0.7f}},
           1 + stripes);
    // A paler belly.
    if (m.isFull() && !g.is_striped)
        m.tube({{{-half * 0.6f, 0, g.leg + 0.05f}, g.girth * 0.72f, 0.09f},
                {{half * 0.55f, 0, g.leg - g.chest + 0.03f}, g.girth * 0.72f, 0.09f}},
               1.35f, {}, 6);
    addLegs(m, half * 0.66f, -half * 0.72f, g.girth * 0.58f, g.leg + 0.1f, g.leg + 0.14f, g.leg_width,
            g.is_striped ? 0.95f + kStriped : 0.82f);
    addHead(m, g, has_beard);
    addTail(m, g, -half - 0.02f, g.rump - 0.18f);
}

void addElephant(TubeMaker& m) {
    m.tube({{{-1.75f, 0, 1.75f}, 0.45f, 0.55f},
            {{-1.35f, 0, 1.85f}, 0.95f, 0.98f},
            {{-0.2f, 0, 1.92f}, 1.1f, 1.05f},
            {{0.9f, 0, 2.02f}, 0.98f, 1.0f},
            {{1.45f, 0, 2.1f}, 0.6f, 0.7f}},
           1);
    constexpr std::array<float, 4> kWhen = {0.0f, 0.5f, 0.62f, 0.12f};
    for (int leg = 0; leg < 4; ++leg) {
        const float x = leg < 2 ? 0.95f : -1.1f, y = leg % 2 == 0 ? 0.6f : -0.6f;
        const Joint joint{2 + kWhen[static_cast<std::size_t>(leg)], x, 1.4f};
        m.tube({{{x, y, 1.5f}, 0.38f, 0.42f}, {{x, y, 0.6f}, 0.27f, 0.29f}, {{x, y, 0}, 0.31f, 0.34f}}, 0.88f,
               joint, 6);
    }
    const Joint neck{1, 1.4f, 2.3f};
    m.tube(
        {{{1.25f, 0, 2.4f}, 0.62f, 0.72f}, {{1.8f, 0, 2.5f}, 0.58f, 0.66f}, {{2.3f, 0, 2.25f}, 0.36f, 0.42f}},
        1.02f, neck);
    m.tube({{{2.2f, 0, 2.2f}, 0.27f, 0.3f},
            {{2.6f, 0, 1.5f}, 0.19f, 0.2f},
            {{2.62f, 0, 0.75f}, 0.13f, 0.14f},
            {{2.8f, 0, 0.3f}, 0.09f, 0.09f}},
           0.94f, neck, 6);
    TubeMaker::both([&](float side) {
        m.tube({{{1.62f, side * 0.5f, 2.75f}, 0.06f, 0.2f},
                {{1.45f, side * 0.95f, 2.45f}, 0.08f, 0.62f},
                {{1.3f, side * 1.35f, 2.3f}, 0.04f, 0.42f}},
               0.8f, neck, 6);
        if (m.isFull())
            m.tube({{{2.25f, side * 0.26f, 1.95f}, 0.08f, 0.08f},
                    {{2.75f, side * 0.32f, 1.45f}, 0.06f, 0.06f},
                    {{3.1f, side * 0.3f, 1.5f}, 0.01f, 0.01f}},
                   1.75f, neck, 5);
    });
    if (m.isFull())
        m.tube({{{-1.8f, 0, 2.1f}, 0.06f, 0.06f},
                {{-2.0f, 0, 1.1f}, 0.04f, 0.04f},
                {{-2.0f, 0, 0.9f}, 0.06f, 0.06f}},
               0.5f, {}, 4);
}

void addTwoLegs(TubeMaker& m, float x, float y, float hip, float width, float shade) {
    TubeMaker::both([&](float side) {
        const Joint joint{side > 0 ? 2.0f : 2.5f, x, hip};
        m.tube({{{x, side * y, hip}, width, width}, {{x, side * y, 0.05f}, width * 0.7f, width * 0.7f}},
               shade, joint, 5);
        if (m.isFull())
            m.tube({{{x - 0.03f, side * y, 0.035f}, width * 0.8f, 0.035f},
                    {{x + 2.2f * width, side * y, 0.025f}, width * 0.8f, 0.025f}},
                   shade * 0.6f, joint, 4);
    });
}

void addBird(TubeMaker& m) {
    m.tube({{{-0.62f, 0, 0.56f}, 0.04f, 0.03f},
            {{-0.3f, 0, 0.6f}, 0.2f, 0.2f},
            {{0.05f, 0, 0.6f}, 0.26f, 0.26f},
            {{0.32f, 0, 0.7f}, 0.12f, 0.14f}},
           1);
    TubeMaker::both([&](float side) {
        m.tube({{{0.12f, side * 0.24f, 0.66f}, 0.03f, 0.12f}, {{-0.5f, side * 0.14f, 0.6f}, 0.02f, 0.05f}},
               0.7f, {}, 4);
    });
    addTwoLegs(m, 0.02f, 0.1f, 0.42f, 0.035f, 0.5f);
    const Joint neck{1, 0.25f, 0.7f};
    m.tube({{{0.22f, 0, 0.7f}, 0.09f, 0.1f}, {{0.38f, 0, 0.98f}, 0.055f, 0.06f}}, 0.9f, neck, 6);
    m.tube({{{0.32f, 0, 1.0f}, 0.07f, 0.07f},
            {{0.46f, 0, 1.0f}, 0.07f, 0.07f},
            {{0.62f, 0, 0.95f}, 0.01f, 0.01f}},
           1.3f, neck, 6);
}

void addRodent(TubeMaker& m, float ear) {
    m.tube({{{-0.45f, 0, 0.25f}, 0.1f, 0.1f},
            {{-0.2f, 0, 0.28f}, 0.21f, 0.22f},
            {{0.2f, 0, 0.3f}, 0.17f, 0.18f},
            {{0.35f, 0, 0.34f}, 0.1f, 0.12f}},
           1);
    addLegs(m, 0.22f, -0.22f, 0.12f, 0.2f, 0.2f, 0.045f, 0.8f);
    const Joint neck{1, 0.3f, 0.36f};
    m.tube({{{0.28f, 0, 0.38f}, 0.12f, 0.13f},
            {{0.45f, 0, 0.42f}, 0.11f, 0.12f},
            {{0.62f, 0, 0.36f}, 0.05f, 0.05f}},
           0.95f, neck, 6);
    if (m.isFull())
        TubeMaker::both([&](float side) {
            m.tube({{{0.4f, side * 0.07f, 0.5f}, 0.02f, 0.03f},
                    {{0.38f - 0.5f * ear, side * 0.1f, 0.5f + ear}, 0.012f, 0.02f}},
                   0.8f, neck, 4);
        });
}

// A herder with a hat and a staff.
void addPerson(TubeMaker& m) {
    addTwoLegs(m, 0, 0.13f, 0.95f, 0.1f, 0.45f);
    m.tube({{{0, 0, 0.85f}, 0.2f, 0.26f},
            {{0, 0, 1.2f}, 0.17f, 0.24f},
            {{0, 0, 1.5f}, 0.16f, 0.29f},
            {{0, 0, 1.58f}, 0.08f, 0.1f}},
           1, {}, 8);
    m.tube({{{0, 0, 1.56f}, 0.07f, 0.07f}, {{0.01f, 0, 1.68f}, 0.13f, 0.12f}, {{0, 0, 1.88f}, 0.09f, 0.09f}},
           0.62f, {}, 8);
    m.tube({{{0, 0, 1.8f}, 0.32f, 0.32f}, {{0, 0, 1.83f}, 0.3f, 0.3f}}, 0.85f, {}, 10);
    m.tube({{{0, 0, 1.83f}, 0.16f, 0.16f}, {{0, 0, 1.98f}, 0.12f, 0.12f}}, 0.85f, {}, 8);
    TubeMaker::both([&](float side) {
        m.tube({{{0, side * 0.3f, 1.48f}, 0.07f, 0.07f},
                {{0.08f, side * 0.36f, 1.1f}, 0.05f, 0.05f},
                {{0.24f, side * 0.34f, 0.95f}, 0.045f, 0.045f}},
               0.9f, {}, 6);
    });
    m.tube({{{0.28f, -0.34f, 0}, 0.025f, 0.025f}, {{0.22f, -0.34f, 2.1f}, 0.025f, 0.025f}}, 0.35f, {}, 4);
}

// A person in a crowd.
void addWalker(TubeMaker& m) {
    addTwoLegs(m, 0, 0.1f, 0.85f, 0.085f, 0.4f);
    m.tube({{{0, 0, 0.78f}, 0.13f, 0.18f},
            {{0, 0, 1.05f}, 0.12f, 0.17f},
            {{0, 0, 1.34f}, 0.12f, 0.2f},
            {{0, 0, 1.44f}, 0.06f, 0.08f}},
           1, {}, 7);
    m.tube({{{0, 0, 1.42f}, 0.05f, 0.05f}, {{0.01f, 0, 1.54f}, 0.1f, 0.09f}, {{0, 0, 1.74f}, 0.06f, 0.06f}},
           0.62f, {}, 7);
    if (!m.isFull()) return;
    TubeMaker::both([&](float side) {
        m.tube({{{0, side * 0.21f, 1.34f}, 0.05f, 0.05f},
                {{-0.02f, side * 0.24f, 1.05f}, 0.04f, 0.04f},
                {{0.04f, side * 0.23f, 0.78f}, 0.035f, 0.035f}},
               0.9f, {}, 5);
    });
}

// Tongues of flame round the highest one.
void addFire(TubeMaker& m) {
    const auto tongue = [&](float x, float y, float height, float shade) {
        m.tube(
            {{{x, y, 0}, 0.2f, 0.2f}, {{x, y, 0.4f * height}, 0.26f, 0.26f}, {{x, y, height}, 0.02f, 0.02f}},
            shade, {}, 6);
    };
    tongue(0, 0, 1.6f, 1.1f);
    TubeMaker::both([&](float side) {
        tongue(0.3f, 0.28f * side, 1.1f, 0.95f);
        tongue(-0.3f, 0.24f * side, 0.9f, 0.85f);
    });
}

struct Named {
    std::string_view word;
    Body body;
};
constexpr Named kNamed[] = {
    {"gazelle", Body::kGazelle},   {"antelope", Body::kGazelle},  {"deer", Body::kGazelle},
    {"zebra", Body::kZebra},       {"horse", Body::kZebra},       {"wildebeest", Body::kWildebeest},
    {"gnu", Body::kWildebeest},    {"bison", Body::kWildebeest},  {"buffalo", Body::kWildebeest},
    {"cattle", Body::kWildebeest}, {"elephant", Body::kElephant}, {"lion", Body::kCat},
    {"bobcat", Body::kCat},        {"wolf", Body::kCat},          {"wolves", Body::kCat},
    {"dog", Body::kCat},           {"cat", Body::kCat},           {"goat", Body::kGoat},
    {"sheep", Body::kGoat},        {"starling", Body::kBird},     {"fowl", Body::kBird},
    {"bird", Body::kBird},         {"groundhog", Body::kRodent},  {"rabbit", Body::kHare},
    {"hare", Body::kHare},         {"javelina", Body::kBoar},     {"boar", Body::kBoar},
    {"pig", Body::kBoar},          {"person", Body::kWalker},     {"pursu", Body::kPerson},
};

struct Size {
    float length, height, steps;
};
constexpr std::array<Size, kBodies> kSizes = {{{1.9f, 1.5f, 0.62f},
                                               {2.5f, 1.8f, 0.5f},
                                               {2.6f, 1.6f, 0.52f},
                                               {4.9f, 3.1f, 0.32f},
                                               {2.2f, 1.2f, 0.6f},
                                               {1.5f, 1.1f, 0.8f},
                                               {1.2f, 1.1f, 1.3f},
                                               {1.1f, 0.6f, 1.6f},
                                               {1.1f, 0.8f, 1.6f},
                                               {1.3f, 0.8f, 1.1f},
                                               {0.7f, 2.0f, 0.62f},
                                               {0.4f, 1.75f, 0.68f},
                                               {1.0f, 1.6f, 1.0f}}};

}  // namespace

Body bodyOf(std::string_view name, std::size_t look) {
    for (const Named& named : kNamed)
        if (name.find(named.word) != std::string_view::npos) return named.body;
    constexpr std::array kGrazing = {Body::kGoat, Body::kZebra, Body::kWildebeest, Body::kGazelle};
    return kGrazing[look % kGrazing.size()];
}

float lengthOf(Body body) { return kSizes[static_cast<std::size_t>(body)].length; }
float heightOf(Body body) { return kSizes[static_cast<std::size_t>(body)].height; }
float stepsPerMetre(Body body) { return kSizes[static_cast<std::size_t>(body)].steps; }

BodyMesh meshOf(Body body, bool is_full) {
    TubeMaker maker(is_full);
    switch (body) {
        case Body::kGazelle:
        case Body::kZebra:
        case Body::kWildebeest:
        case Body::kCat:
        case Body::kGoat:
            addGrazer(maker, kGrazers[static_cast<std::size_t>(body)], body == Body::kWildebeest);
            break;
        case Body::kElephant: addElephant(maker); break;
        case Body::kBird: addBird(maker); break;
        case Body::kRodent: addRodent(maker, 0.08f); break;
        case Body::kHare: addRodent(maker, 0.36f); break;
        case Body::kBoar: addGrazer(maker, kBoarLike, false); break;
        case Body::kPerson: addPerson(maker); break;
        case Body::kWalker: addWalker(maker); break;
        case Body::kFire: addFire(maker); break;
    }
    return maker.take();
}

}  // namespace drover::render
