/* Good: has an _initialize that must run and a proper cabi_realloc that must give the list its place; traps when either was passed over. */
typedef unsigned int u32;
typedef __SIZE_TYPE__ size;

static _Alignas(16) unsigned char heap[4096];
static size used;
static int initialized;

__attribute__((export_name("_initialize"))) void initialize(void)
{
    initialized = 1;
}

__attribute__((export_name("cabi_realloc"))) void *reallocate(void *old, size old_bytes, size align,
                                                              size bytes)
{
    size start = (used + align - 1) & -align;
    if (start > sizeof heap || bytes > sizeof heap - start) __builtin_trap();
    unsigned char *fresh = heap + start;
    for (size i = 0; i < old_bytes && i < bytes; i++) fresh[i] = ((unsigned char *)old)[i];
    used = start + bytes;
    return fresh;
}

__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) int
should_roll(u32 own, const u32 *others, u32 count)
{
    if (!initialized) __builtin_trap();
    if (count && (size)others - (size)heap >= sizeof heap) __builtin_trap();
    used = 0;
    return own < 100 && own % 30 < 25;
}
