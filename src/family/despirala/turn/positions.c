/* The order of positions: by the number of attempted combinations, then by their mask, then by goods. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/turn/subgames.h"

alea_status despirala_graph_make(alea__rules *opaque, alea_error *error)
{
    despirala_game *game = (despirala_game *)opaque;
    const despirala_rules *rules = &game->rules;
    despirala_graph *graph = alea__alloc(sizeof *graph);
    if (!graph) return alea__out_of_memory(error);
    game->graph = graph;
    graph->masks = UINT32_C(1) << rules->combinations;
    graph->most_goods = rules->gain * rules->combinations;
    graph->first = alea__alloc_array(graph->masks, sizeof *graph->first);
    graph->layer = alea__alloc_array(graph->masks, sizeof *graph->layer);
    if (!graph->first || !graph->layer) return alea__out_of_memory(error);
    uint32_t at = 0;
    for (uint32_t n = 0; n <= rules->combinations; n++) {
        graph->layer_first[n] = at;
        for (uint32_t mask = 0; mask < graph->masks; mask++) {
            if ((uint32_t)__builtin_popcount(mask) != n) continue;
            graph->layer[at++] = mask;
            graph->first[mask] = graph->places; /* of the last mask: behind the last position */
            graph->places += n < rules->combinations ? despirala_goods_in(rules, mask) + 1 : 0;
        }
    }
    ALEA_ASSERT(at == graph->masks);
    graph->layer_first[rules->combinations + 1] = at;
    return despirala_subgames_make(game, &graph->subgames, error);
}

void despirala_graph_free(despirala_graph *graph)
{
    if (!graph) return;
    alea__free(graph->first);
    alea__free(graph->layer);
    despirala_subgames_free(graph->subgames);
    alea__free(graph);
}
