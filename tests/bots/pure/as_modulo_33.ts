// Pure: banks where the total modulo 33 is 24 or more.
function best(others: usize, count: u32): u32 {
  let most: u32 = 0;
  for (let i: u32 = 0; i < count; i++) most = max(most, load<u32>(others + 4 * i));
  return most;
}

export function should_roll(own: u32, others: usize, count: u32): bool {
  const strongest = best(others, count);
  if (strongest > 100) return own <= strongest;
  return own <= 100 && own % 33 < 24;
}
