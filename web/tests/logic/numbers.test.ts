// Numbers with bounds, as the page prints them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bounds, certain, exactly, minus, roundedTo } from "../../page/parts/interval.ts";
import { change, count, precise, unitOf, value, withError } from "../../page/parts/numbers.ts";

const nbsp = "\u00a0";

test("values have the unit of the objective", () => {
    assert.equal(value(0.5306, unitOf("win")), `53.1${nbsp}%`);
    assert.equal(value(-19, unitOf("money")), `\u221219.00${nbsp}$`);
    assert.equal(value(245.87, unitOf("score")), "245.87");
    assert.equal(unitOf("anything else"), "win");
    assert.equal(precise(0.53059, "win"), `53.06${nbsp}%`);
});

test("thousands are separated and decimals are not", () => {
    assert.equal(count(1234567), "1\u202f234\u202f567");
    assert.equal(value(1234.5678, "score", 2), "1\u202f234.5678");
});

test("a difference has a sign, and minus zero has no minus", () => {
    assert.equal(change(0.01, "win"), `+1.0${nbsp}%`);
    assert.equal(change(-0.01, "win"), `\u22121.0${nbsp}%`);
    assert.equal(change(-1e-9, "win"), `+0.0${nbsp}%`);
    assert.equal(withError("1.0", 0, "win"), "1.0");
    assert.equal(withError("1.0", 0.001, "win"), `1.0 ±${nbsp}0.1${nbsp}%`);
});

test("decimals are rounded outwards from the exact double", () => {
    // the double nearest to 0.1 is 0.1000000000000000055…; the one nearest to 0.3 is 0.29999999999999998…
    assert.equal(roundedTo(0.1, 1, false), "0.1");
    assert.equal(roundedTo(0.1, 1, true), "0.2");
    assert.equal(roundedTo(0.3, 1, false), "0.2");
    assert.equal(roundedTo(0.3, 1, true), "0.3");
    assert.equal(roundedTo(-0.1, 1, false), "\u22120.2");
    assert.equal(roundedTo(-0.1, 1, true), "\u22120.1");
    assert.equal(roundedTo(0.125, 3, true), "0.125");
    assert.equal(roundedTo(0.0625, 2, true, 2), "6.25");
    assert.equal(roundedTo(-0.001, 1, true), "0.0");
});

test("printed bounds contain the interval for random ones", () => {
    let state = 1;
    const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
    for (let i = 0; i < 2000; i++) {
        const lower = random() * 10 ** -Math.floor(random() * 8);
        const upper = lower + random() * 10 ** -Math.floor(random() * 15);
        const [low, high] = bounds({ value: lower, lower, upper }, "score");
        assert.ok(Number(low) <= lower && upper <= Number(high), `${lower} ${upper}: ${low} ${high}`);
    }
});

test("a difference of intervals contains every difference", () => {
    const difference = minus({ value: 0.5, lower: 0.4, upper: 0.6 }, { value: 0.2, lower: 0.1, upper: 0.3 });
    assert.equal(difference.value, 0.3);
    assert.ok(difference.lower <= 0.4 - 0.3 && difference.upper >= 0.6 - 0.1);
    assert.deepEqual(exactly(2), { value: 2, lower: 2, upper: 2 });
});

test("only digits on which both bounds agree are shown", () => {
    assert.equal(certain({ value: 0.53059, lower: 0.530591, upper: 0.530592 }, "win"), `53.059${nbsp}%`);
    assert.equal(certain({ value: 0.53, lower: 0.5, upper: 0.56 }, "win"), `53.0${nbsp}%`);
});
