/* Good and pure: state_threshold25.c with a cabi_realloc of its own, which gives both lists their places; traps when it was passed over. */
typedef unsigned int u32;
typedef __SIZE_TYPE__ size;

typedef struct told_roll {
    u32 seat, faces[2];
} told_roll;

static _Alignas(16) unsigned char heap[1 << 17];
static size used;

__attribute__((export_name("cabi_realloc"))) void *cabi_realloc(void *old, size old_bytes, size align,
                                                                size bytes)
{
    const size start = (used + align - 1) & -align;
    if (start > sizeof heap || bytes > sizeof heap - start) __builtin_trap();
    for (size i = 0; i < old_bytes && i < bytes; i++) heap[start + i] = ((unsigned char *)old)[i];
    used = start + bytes;
    return heap + start;
}

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 seat, u32 banked, u32 own, const u32 *all, u32 players, const told_roll *roll, u32 rolls)
{
    u32 leader = 0;
    if ((size)all - (size)heap >= sizeof heap || (size)roll - (size)heap > sizeof heap) __builtin_trap();
    if (all[seat] != banked || (rolls > 0 && roll[rolls - 1].faces[0] > 6)) __builtin_trap();
    used = 0;
    for (u32 i = 0; i < players; i++)
        if (i != seat && all[i] > 100 && all[i] > leader) leader = all[i];
    if (leader) return own <= leader;
    return own < 100 && own % 30 < 25;
}
