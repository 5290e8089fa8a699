// Draws the animals of a scene, their shadows, and the dots that far ones are: a few draw calls for each
// kind.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <vector>

#include "render/gl/gl_objects.h"
#include "render/land/light.h"
#include "render/living/scene.h"

namespace drover::render {

class AnimalLayer {
  public:
    explicit AnimalLayer(const std::filesystem::path& shaders);
    ~AnimalLayer();
    AnimalLayer(const AnimalLayer&) = delete;
    AnimalLayer& operator=(const AnimalLayer&) = delete;

    // Returns the bytes sent.
    std::size_t upload(const Scene& scene);
    // Both return how many draw calls they took.
    int drawShadows(const Scene& scene, const Light& light);
    int drawAnimals(const Scene& scene, const Light& light, const RenderTheme& theme);
    void drawn() { instances_.drawn(); }

  private:
    // A body's triangles on the card, in each detail.
    struct Mesh {
        GLuint vertices = 0, triangles = 0;
        std::array<GLsizei, 2> corners{};    // with full and with some detail
        std::array<std::size_t, 2> first{};  // where those begin, bytes
    };
    // Where an arrangement is on the card.
    struct Table {
        explicit Table(std::shared_ptr<const Arrangement> of) : arrangement(std::move(of)) {}
        std::shared_ptr<const Arrangement> arrangement;
        GLuint buffer = 0;
        TexelTable offsets{TexelTable::Texel::kTwoFloats};
    };

    const Mesh& meshFor(Body body);
    void bindTable(const Program& program, const Batch& batch);
    void pointAtInstances(std::size_t first, GLuint divisor) const;
    void drawMeshes(const Batch& batch, std::size_t first, const Program& program, bool is_full);
    template <class Draw>
    int eachBatch(const Scene& scene, bool are_dots, Draw draw);

    Program animal_, shade_, dot_;
    VertexArray array_;
    StreamBuffer instances_;
    std::array<Mesh, kBodies> meshes_;
    std::vector<Table> tables_;
    std::vector<Batch> player_;       // the player is drawn like an animal
    std::vector<std::size_t> first_;  // of each batch, and of the player
};

}  // namespace drover::render
