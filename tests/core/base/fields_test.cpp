#include "core/base/fields.h"

#include <gtest/gtest.h>

namespace drover::fields_test {
namespace {

enum class Gait { kWalk, kTrot };
constexpr Choice<Gait> kGaits[] = {{Gait::kWalk, "walk", "slow"}, {Gait::kTrot, "trot", "faster"}};
std::span<const Choice<Gait>> choices(Gait) { return kGaits; }

struct Leg {
    float length = 0.5f;
};
struct Animal {
    std::string name;
    std::uint32_t age = 3;
    double mass = 50;
    bool is_wild = true;
    Gait gait = Gait::kWalk;
    Leg tail;
    std::vector<Leg> legs;
    std::int32_t depth = -2;
    std::vector<std::string> friends = {"ox"};
};

void describe(Fields& v, Leg& leg) { v.number("length", leg.length, 0.1, 2, "In metres."); }
void describe(Fields& v, Animal& a) {
    v.text("name", a.name, 1, 10, "What it is called.");
    v.integer("age", a.age, 0, 40, "In years.");
    v.number("mass", a.mass, 1, 1000, "In kilograms.");
    v.flag("is_wild", a.is_wild, "Whether nobody owns it.");
    v.choice("gait", a.gait, "How it goes.");
    v.object("tail", a.tail, "Its tail.");
    v.list("legs", a.legs, 0, 4, "Its legs.");
    v.integer("depth", a.depth, -5, 5, "In metres under ground.");
    v.texts("friends", a.friends, 0, 2, "Whom it likes.");
}

struct Read {
    Animal animal;
    std::string message;
};
Read readAnimal(const std::string& source) {
    Read out;
    Result<JsonDocument> document = parseJson("a.json", source);
    if (!document) return {{}, document.error.message()};
    std::optional<InputError> error;
    FieldReader(*document, error).read(document->root, "", out.animal);
    if (error) out.message = error->message();
    return out;
}

TEST(Fields, ReadsEveryKind) {
    const Read r = readAnimal(R"({ // a comment
      "name": "hare \"x\\", "age": 40, "mass": 2.5e0, "is_wild": false, "gait": "trot",
      "tail": {"length": 1}, "legs": [{"length": 0.25}, {}],
      "depth": -5, "friends": ["a", "\"b\""] })");
    EXPECT_EQ(r.message, "");
    EXPECT_EQ(r.animal.name, "hare \"x\\");
    EXPECT_EQ(r.animal.age, 40u);
    EXPECT_EQ(r.animal.mass, 2.5);
    EXPECT_FALSE(r.animal.is_wild);
    EXPECT_EQ(r.animal.gait, Gait::kTrot);
    EXPECT_EQ(r.animal.tail.length, 1.0f);
    ASSERT_EQ(r.animal.legs.size(), 2u);
    EXPECT_EQ(r.animal.legs[0].length, 0.25f);
    EXPECT_EQ(r.animal.legs[1].length, 0.5f);
    EXPECT_EQ(r.animal.depth, -5);
    EXPECT_EQ(r.animal.friends, (std::vector<std::string>{"a", "\"b\""}));
}

TEST(Fields, WhatIsWrittenReadsBackTheSame) {
    Animal animal{.name = "\"\n\\",
                  .mass = 0.1 + 0.9999,
                  .legs = {Leg{0.1f}, Leg{1.7f}},
                  .depth = -3,
                  .friends = {"\"", ""}};
    const std::string first = FieldWriter::write(animal);
    const Read back = readAnimal(first);
    EXPECT_EQ(back.message, "");
    EXPECT_EQ(back.animal.mass, animal.mass);
    EXPECT_EQ(FieldWriter::write(back.animal), first);
}

struct BadCase {
    const char* source;
    const char* message;
};

class FieldsRefuse : public testing::TestWithParam<BadCase> {};

TEST_P(FieldsRefuse, SaysWhereWhatAndWhatIsAllowed) {
    EXPECT_EQ(readAnimal(GetParam().source).message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, FieldsRefuse,
    testing::Values(
        BadCase{"{\"name\":\"x\",\n  \"age\": 41}",
                "a.json:2:10: age: found 41, allowed whole numbers 0 to 40"},
        BadCase{"{\"name\":\"x\",\"age\":-1}", "a.json:1:19: age: found -1, allowed whole numbers 0 to 40"},
        BadCase{"{\"name\":\"x\",\"age\":1e30}",
                "a.json:1:19: age: found 1e30, allowed whole numbers 0 to 40"},
        BadCase{"{\"name\":\"x\",\"age\":2.0}", "a.json:1:19: age: found 2.0, allowed whole numbers 0 to 40"},
        BadCase{"{\"name\":\"x\",\"mass\":NaN}",
                "a.json:1:20: mass: found 'NaN', allowed a number, a text in quotes, true, false, null, a "
                "list or an "
                "object"},
        BadCase{"{\"name\":\"x\",\"mass\":1e999}",
                "a.json:1:20: mass: found '1e999', allowed a number below 1.8e308"},
        BadCase{"{\"name\":\"x\",\"mass\":\"5\"}", "a.json:1:20: mass: found \"5\", allowed 1 to 1000"},
        BadCase{"{\"name\":\"x\",\"gait\":\"run\"}", "a.json:1:20: gait: found \"run\", allowed walk, trot"},
        BadCase{"{\"name\":\"x\",\"is_wild\":0}", "a.json:1:23: is_wild: found 0, allowed true, false"},
        BadCase{"{\"name\":\"x\",\"nmae\":1}",
                "a.json:1:13: nmae: found an unknown field, allowed 'name', which is the nearest name"},
        BadCase{
            "{\"name\":\"x\",\"tail\":{\"lenght\":1}}",
            "a.json:1:21: tail.lenght: found an unknown field, allowed 'length', which is the nearest name"},
        BadCase{"{\"name\":\"x\",\"legs\":[{},{\"length\":9}]}",
                "a.json:1:34: legs[1].length: found 9, allowed 0.1 to 2"},
        BadCase{"{\"name\":\"x\",\"depth\":-6}",
                "a.json:1:21: depth: found -6, allowed whole numbers -5 to 5"},
        BadCase{"{\"name\":\"x\",\"friends\":[\"a\",5]}",
                "a.json:1:28: friends[1]: found 5, allowed a text in quotes"},
        BadCase{"{\"name\":\"x\",\"friends\":[\"a\",\"b\",\"c\"]}",
                "a.json:1:23: friends: found a list of 3, allowed a list of 0 to 2"},
        BadCase{"{\"name\":\"x\",\"legs\":{}}",
                "a.json:1:20: legs: found an object, allowed a list of 0 to 4"},
        BadCase{"{\"name\":\"x\",", "a.json:1:13: name: found the end of the file, allowed string literal"},
        BadCase{"{\"name\":\"x",
                "a.json:1:11: name: found the end of the file, allowed a text with its closing quote "
                "(missing closing quote)"},
        BadCase{"{} {}", "a.json:1:4: found '{', allowed end of input"},
        BadCase{"",
                "a.json:1:1: found the end of the file, allowed a number, a text in quotes, true, false, "
                "null, a list or an "
                "object"},
        BadCase{"{\"name\":}",
                "a.json:1:9: name: found '}', allowed a number, a text in quotes, true, false, null, a list "
                "or an "
                "object"},
        BadCase{"{}", "a.json:1:1: name: found nothing, allowed a text of 1 to 10 bytes"},
        BadCase{"{\"nmae\":\"x\"}",
                "a.json:1:2: nmae: found an unknown field, allowed 'name', which is the nearest name"},
        BadCase{"{\"age\":99}", "a.json:1:1: name: found nothing, allowed a text of 1 to 10 bytes"},
        BadCase{"[]", "a.json:1:1: found a list, allowed an object"},
        BadCase{"{\"name\":\"x\",\"name\":\"y\"}",
                "a.json:1:13: name: found the same name twice, allowed each name once"},
        BadCase{"{\"name\":\"x\xff\"}",
                "a.json:1:11: found a byte that is not UTF-8 ('\\xff'), allowed UTF-8"}));

TEST(Fields, ThreeBytesOfALetterAreOneColumn) {
    EXPECT_EQ(readAnimal("{\"name\":\"\xe2\x82\xac\",\"age\":99}").message,
              "a.json:1:19: age: found 99, allowed whole numbers 0 to 40");
}

TEST(Json, DepthIsCappedWhateverTheFile) {
    const Result<JsonDocument> deep = parseJson("a.json", std::string(100'000, '['));
    ASSERT_FALSE(deep);
    EXPECT_EQ(deep.error.message(),
              "a.json:1:17: found more than 16 nested brackets, allowed at most that many");
}

TEST(Json, NumberOfValuesAndSizeAreCapped) {
    std::string many = "[0";
    for (int i = 0; i < 250'000; ++i) many += ",0";
    EXPECT_NE(parseJson("a.json", many + "]").error.message().find("more than 200000 values"),
              std::string::npos);
    EXPECT_FALSE(parseJson("a.json", std::string(2u << 20, ' ')));
}

TEST(Json, EveryByteOfEveryCutFileIsHandled) {
    const std::string whole =
        R"({"name": "x\u00e9\n", "age": 1, /* c */ "legs": [{"length": 1.5e-1}], "is_wild": true})";
    EXPECT_EQ(readAnimal(whole).message, "");
    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
        EXPECT_NE(readAnimal(whole.substr(0, cut)).message, "") << cut;
        for (const char c : {'\0', '\x80', '"', '{', ']', '9', 'e', '\\'}) {
            std::string bent = whole;
            bent[cut] = c;
            readAnimal(bent);  // must not crash; any result is fine
        }
    }
}

TEST(Json, NearestNameIsOnlyGivenWhenItIsNear) {
    const std::vector<std::string> known{"weight", "wander", "mass"};
    EXPECT_EQ(nearestName("wieght", known), "weight");
    EXPECT_EQ(nearestName("zzzzzz", known), "");
}

}  // namespace
}  // namespace drover::fields_test
