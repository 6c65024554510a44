/* What the bots in C share: the name of the interface, and the best of the others. */
typedef unsigned int u32;

#define STRATEGY __attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll")))

/* The file declares that the bot remembers nothing: an empty custom section. */
#define DECLARED_PURE __asm__(".section \".custom_section.alea:pure\",\"\",@\n")

static u32 best_of(const u32 *others, u32 count)
{
    u32 best = 0;
    for (u32 i = 0; i < count; i++)
        if (others[i] > best) best = others[i];
    return best;
}

/* Rolls below `wanted`, and against a leader until it is overtaken, as hold-at-total(n) does. */
static inline int roll_to(u32 wanted, u32 own, u32 best)
{
    if (best > 100) return own <= best;
    return own < (wanted < 101 ? wanted : 101);
}
