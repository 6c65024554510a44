// The bold player: wants a third of the goal in every turn, and never gives up a chase.

const GOAL: u32 = 100;
const A_THIRD: u32 = 34;

// We are told own + turn, never the turn alone, so we remember what we banked.
// A score below it can only mean that we were wiped or that a new game began.
let banked: u32 = 0;

// `others` is the address of `count` numbers of four bytes each.
function best(others: usize, count: u32): u32 {
  let most: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    most = max(most, load<u32>(others + 4 * i));
  }
  return most;
}

export function should_roll(own: u32, others: usize, count: u32): bool {
  if (own < banked) banked = 0;

  const strongest = best(others, count);
  const roll = strongest > GOAL
    ? own <= strongest // a tie does not overtake
    : own < GOAL && own - banked < A_THIRD;

  if (!roll) banked = own;
  return roll;
}
