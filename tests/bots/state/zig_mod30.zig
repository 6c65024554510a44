// Good and pure: threshold25.c with the interface of the record game-state.
const Roll = extern struct { seat: u32, faces: [2]u32 };

export fn @"pig-pen:player/strategy@0.1.0#should-roll"(
    seat: u32,
    banked: u32,
    own: u32,
    all: [*]const u32,
    players: u32,
    rolls: [*]const Roll,
    count: u32,
) bool {
    var leader: u32 = 0;
    if (all[seat] != banked or count == 0 or rolls[count - 1].seat != seat) @trap();
    for (all[0..players], 0..) |score, i| {
        if (i != seat and score > 100) leader = @max(leader, score);
    }
    if (leader > 0) return own <= leader;
    return own < 100 and own % 30 < 25;
}
