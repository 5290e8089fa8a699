#include "render/living/animal_layer.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace drover::render {
namespace {

constexpr GLuint kPlace = 4, kMotion = 5, kTint = 6, kInvented = 7, kVariant = 8;
constexpr GLuint kMeshAttributes = 2;
constexpr std::size_t kMostTables = 32;

GLsizei countOf(const Batch& batch) { return static_cast<GLsizei>(batch.animals()); }

}  // namespace

AnimalLayer::AnimalLayer(const std::filesystem::path& shaders)
    : animal_(shaders, "animal.vert", "animal.frag"),
      shade_(shaders, "shade.vert", "shade.frag"),
      dot_(shaders, "dot.vert", "dot.frag"),
      player_(1) {
    player_[0].body = Body::kPerson;
    player_[0].instances.resize(1);
}

AnimalLayer::~AnimalLayer() {
    for (const Mesh& mesh : meshes_) {
        glDeleteBuffers(1, &mesh.vertices);
        glDeleteBuffers(1, &mesh.triangles);
    }
    for (const Table& table : tables_) glDeleteBuffers(1, &table.buffer);
}

const AnimalLayer::Mesh& AnimalLayer::meshFor(Body body) {
    Mesh& mesh = meshes_[static_cast<std::size_t>(body)];
    if (mesh.vertices != 0) return mesh;
    BodyMesh all = meshOf(body, true);
    const BodyMesh some = meshOf(body, false);
    mesh.corners = {static_cast<GLsizei>(all.triangles.size()), static_cast<GLsizei>(some.triangles.size())};
    mesh.first = {0, all.triangles.size() * sizeof(std::uint16_t)};
    const auto before = all.vertices.size();
    all.vertices.insert(all.vertices.end(), some.vertices.begin(), some.vertices.end());
    for (const std::uint16_t corner : some.triangles)
        all.triangles.push_back(static_cast<std::uint16_t>(before + corner));
    glGenBuffers(1, &mesh.vertices);
    glBindBuffer(GL_ARRAY_BUFFER, mesh.vertices);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(all.vertices.size() * sizeof(BodyVertex)),
                 all.vertices.data(), GL_STATIC_DRAW);
    glGenBuffers(1, &mesh.triangles);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.triangles);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(all.triangles.size() * sizeof(std::uint16_t)), all.triangles.data(),
                 GL_STATIC_DRAW);
    return mesh;
}

// The shader's table of places, or that there is none.
void AnimalLayer::bindTable(const Program& program, const Batch& batch) {
    glUniform1i(program.uniform("herd"),
                batch.arrangement ? static_cast<GLint>(batch.arrangement->animals()) : 0);
    glUniform1i(program.uniform("offsets"), 0);
    if (!batch.arrangement) return TexelTable::stopShowing(0);
    auto found = std::ranges::find(tables_, batch.arrangement, &Table::arrangement);
    if (found == tables_.end()) {
        // The oldest makes room: a species' animals were arranged anew.
        if (tables_.size() == kMostTables) {
            glDeleteBuffers(1, &tables_[0].buffer);
            tables_.erase(tables_.begin());
        }
        Table& table = tables_.emplace_back(batch.arrangement);
        const std::span<const Vec2> offsets = batch.arrangement->offsets();
        glGenBuffers(1, &table.buffer);
        glBindBuffer(GL_ARRAY_BUFFER, table.buffer);
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(offsets.size_bytes()), offsets.data(),
                     GL_STATIC_DRAW);
        table.offsets.show(0, table.buffer, offsets.size());
        found = tables_.end() - 1;
    }
    found->offsets.showAgain(0);
}

std::size_t AnimalLayer::upload(const Scene& scene) {
    player_[0].instances[0] = scene.player;
    std::size_t count = 1;
    for (const Batch& batch : scene.batches) count += batch.instances.size();
    first_.clear();
    auto* const to = static_cast<Instance*>(instances_.begin(count * sizeof(Instance)));
    std::size_t at = 0;
    const auto put = [&](const Batch& batch) {
        first_.push_back(at);
        if (!batch.instances.empty())
            std::memcpy(to + at, batch.instances.data(), batch.instances.size() * sizeof(Instance));
        at += batch.instances.size();
    };
    for (const Batch& batch : scene.batches) put(batch);
    put(player_[0]);
    instances_.end();
    return count * sizeof(Instance);
}

void AnimalLayer::pointAtInstances(std::size_t first, GLuint divisor) const {
    constexpr std::size_t kStride = sizeof(Instance);
    const std::size_t at = first * kStride;
    glBindBuffer(GL_ARRAY_BUFFER, instances_.id());
    VertexArray::floats(kPlace, 4, kStride, at + offsetof(Instance, at_m), divisor);
    VertexArray::floats(kMotion, 4, kStride, at + offsetof(Instance, point_m), divisor);
    VertexArray::colour(kTint, kStride, at + offsetof(Instance, tint), divisor);
    VertexArray::floats(kInvented, 1, kStride, at + offsetof(Instance, invented), divisor);
    VertexArray::integers(kVariant, 1, kStride, at + offsetof(Instance, variant), divisor);
}

// Calls draw(batch, its first instance) for each that has any; the player's is the last.
template <class Draw>
int AnimalLayer::eachBatch(const Scene& scene, bool are_dots, Draw draw) {
    int calls = 0;
    const auto one = [&](const Batch& batch, std::size_t first) {
        if (batch.instances.empty() || (batch.detail == Detail::kDot) != are_dots) return;
        draw(batch, first);
        ++calls;
    };
    for (std::size_t i = 0; i < scene.batches.size(); ++i) one(scene.batches[i], first_[i]);
    one(player_[0], first_.back());
    return calls;
}

void AnimalLayer::drawMeshes(const Batch& batch, std::size_t first, const Program& program, bool is_full) {
    constexpr std::size_t kStride = sizeof(BodyVertex);
    const Mesh& mesh = meshFor(batch.body);
    bindTable(program, batch);
    glBindBuffer(GL_ARRAY_BUFFER, mesh.vertices);
    VertexArray::floats(0, 3, kStride, offsetof(BodyVertex, at), 0);
    VertexArray::floats(1, 4, kStride, offsetof(BodyVertex, shade), 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh.triangles);
    // All animals of a herd have its record.
    pointAtInstances(first, batch.arrangement ? batch.arrangement->animals() : 1);
    const std::size_t detail = is_full ? 0 : 1;
    glDrawElementsInstanced(GL_TRIANGLES, mesh.corners[detail], GL_UNSIGNED_SHORT,
                            reinterpret_cast<const void*>(mesh.first[detail]), countOf(batch));
}

int AnimalLayer::drawShadows(const Scene& scene, const Light& light) {
    array_.bind();
    light.give(shade_);
    for (GLuint location = 0; location < kMeshAttributes; ++location) glDisableVertexAttribArray(location);
    glUniform1f(shade_.uniform("shadow"), light.atmosphere.shadow);
    int calls = eachBatch(scene, false, [&](const Batch& batch, std::size_t first) {
        bindTable(shade_, batch);
        pointAtInstances(first, batch.arrangement ? batch.arrangement->animals() : 1);
        const float length = scene.larger * lengthOf(batch.body);
        glUniform2f(shade_.uniform("half_m"), length * 0.52f,
                    length * (batch.body == Body::kPerson || batch.body == Body::kWalker ? 0.5f : 0.26f));
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, countOf(batch));
    });
    // What the sun casts, each place once.
    light.give(animal_);
    glUniform1f(animal_.uniform("larger"), scene.larger);
    glUniform1f(animal_.uniform("is_shadow"), 1);
    glUniform1f(animal_.uniform("shadow"), light.atmosphere.shadow);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 0, 0x7F);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    calls += eachBatch(scene, false, [&](const Batch& batch, std::size_t first) {
        // One with some detail casts the same shadow.
        if (batch.detail == Detail::kFull) drawMeshes(batch, first, animal_, false);
    });
    glDisable(GL_STENCIL_TEST);
    return calls;
}

int AnimalLayer::drawAnimals(const Scene& scene, const Light& light, const RenderTheme& theme) {
    array_.bind();
    const auto colourOf = [&](const Batch& batch) {
        if (&batch == player_.data()) return theme.player;
        return coatOf(batch.body, theme.species[batch.look % theme.species.size()]);
    };
    light.give(animal_);
    glUniform1f(animal_.uniform("larger"), scene.larger);
    glUniform1f(animal_.uniform("is_shadow"), 0);
    int calls = eachBatch(scene, false, [&](const Batch& batch, std::size_t first) {
        setColour(animal_, "coat", colourOf(batch));
        drawMeshes(batch, first, animal_, batch.detail == Detail::kFull);
    });
    light.give(dot_);
    for (GLuint location = 0; location < kMeshAttributes; ++location) glDisableVertexAttribArray(location);
    calls += eachBatch(scene, true, [&](const Batch& batch, std::size_t first) {
        bindTable(dot_, batch);
        pointAtInstances(first, 1);
        setColour(dot_, "coat", colourOf(batch));
        glUniform2f(dot_.uniform("size_m"), scene.larger * lengthOf(batch.body),
                    scene.larger * heightOf(batch.body));
        const GLsizei vertices = batch.arrangement ? static_cast<GLsizei>(batch.arrangement->animals()) : 1;
        glDrawArraysInstanced(GL_POINTS, 0, vertices, static_cast<GLsizei>(batch.instances.size()));
    });
    TexelTable::stopShowing(0);
    return calls;
}

}  // namespace drover::render
