/** Random numbers in [0, 1) for a bot in one seat of one game, the same in every run. (sfc32 by Chris Doty-Humphrey.) */
export function seededRandom(seed: number, game: number, seat: number): () => number {
    let a = seed >>> 0;
    let b = (Math.floor(seed / 2 ** 32) ^ Math.floor(game / 2 ** 32)) >>> 0;
    let c = game >>> 0;
    let d = (seat + 1) >>> 0;
    const next = (): number => {
        const sum = (a + b + d) >>> 0;
        d = (d + 1) >>> 0;
        a = b ^ (b >>> 9);
        b = (c + (c << 3)) >>> 0;
        c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
        return sum / 2 ** 32;
    };
    for (let i = 0; i < 15; i++) next();
    return next;
}
