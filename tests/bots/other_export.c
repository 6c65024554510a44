/* Rejected: a sound module that exports something else and no strategy. */
__attribute__((export_name("should-hold"))) int should_hold(int own)
{
    return own >= 25;
}
