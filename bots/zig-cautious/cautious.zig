//! The cautious player: banks small turns, and takes a risk only when one roll can win.

const goal = 100;
const enough = 15; // points that a turn should bring
const one_roll = 12; // the most that two dice can add

/// We are told own + turn, never the turn alone, so we remember what we banked.
/// A score below it can only mean that we were wiped or that a new game began.
var banked: u32 = 0;

export fn @"pig-pen:player/strategy@0.1.0#should-roll"(own: u32, others: [*]const u32, count: u32) bool {
    if (own < banked) banked = 0;
    const roll = rollOn(own, best(others[0..count]));
    if (!roll) banked = own;
    return roll;
}

fn rollOn(own: u32, strongest: u32) bool {
    if (strongest > goal) return own <= strongest and strongest - own < one_roll;
    return own < goal and own - banked < enough;
}

fn best(scores: []const u32) u32 {
    var most: u32 = 0;
    for (scores) |score| most = @max(most, score);
    return most;
}
