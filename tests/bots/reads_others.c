/* Good and pure: its answer hangs on every number of the list and on their order, so that a list passed wrongly shows. */
typedef unsigned int u32;

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    u32 mixed = own * 2654435761u + count;
    for (u32 i = 0; i < count; i++) mixed = (mixed ^ others[i]) * 2246822519u;
    return own < 120 && (mixed >> 16) % 5 != 0;
}
