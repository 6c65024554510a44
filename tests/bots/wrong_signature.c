/* Rejected: should-roll has the right name, but takes one float and returns 64 bits. */
__attribute__((export_name("pig-pen:player/strategy@0.1.0#should-roll"))) long long should_roll(float own)
{
    return own < 25;
}
