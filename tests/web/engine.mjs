/* The engine as pages use it: errors with their places, progress, stopping with and without shared memory, games that people play,
 * and records that go to the program and back.
 *
 *   node engine.mjs    with $ALEA (the program) and $ALEA_WEB (build/web) */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { ALEA, ALEA_WEB } = process.env
if (!existsSync(join(ALEA_WEB, 'alea.wasm'))) {
  console.log(`skipped: there is no ${ALEA_WEB}/alea.wasm; run make web`)
  process.exit(77)
}
const { open } = await import(pathToFileURL(join(ALEA_WEB, 'alea.mjs')))
const folder = mkdtempSync(join(tmpdir(), 'alea-engine-'))
const native = (...words) => execFileSync(ALEA, words, { cwd: folder, encoding: 'utf8' })
const tests = []
const test = (name, run) => tests.push([name, run])
const refused = (promise) => promise.then((answer) => assert.fail(`answered ${JSON.stringify(answer).slice(0, 200)}`), (error) => error)

test('errors have status and place', async (engine) => {
  const syntax = await refused(engine.call({ do: 'rules', game: 'mine', rules: 'return {\n  title = "Mine",\n  x = \n}' }))
  assert.equal(syntax.name, 'EngineError')
  assert.deepEqual([syntax.status, syntax.file, syntax.line], ['E_RULES', 'mine.lua', 4])
  for (const [request, status, word] of [
    [{ do: 'solve', game: 'pgi' }, 'E_UNKNOWN', 'pig'],
    [{ do: 'solve', game: 'pig(goal=0)' }, 'E_RANGE', 'goal'],
    [{ do: 'sovle', game: 'pig' }, 'E_USAGE', 'solve'],
    [{ do: 'solve', game: 'pig', tolerance: 'x' }, 'E_USAGE', 'tolerance'],
    [{ do: 'solve', game: 'pig', colour: 'red' }, 'E_USAGE', 'colour'],
    [{ do: 'solve', gmae: 'pig' }, 'E_USAGE', 'gmae'],
    [{ do: 'run', game: 'pig', bots: ['hold(20)', 'mine.lua'], games: 10 }, 'E_', 'mine.lua'],
    [{ do: 'run', game: 'pig', bots: ['hold(20)'], files: { '../x': '' } }, 'E_USAGE', 'folders'],
    [{ do: 'solve', game: 'pig-pen(players=3)' }, 'E_REFUSED', '3 players'],
    [{ do: 'review', record: 'no record\n' }, 'E_FILE', 'record.jsonl'],
    [{ do: 'play.step', id: 99 }, 'E_USAGE', '99'],
    [{ game: 'pig' }, 'E_USAGE', 'do'],
  ]) {
    const error = await refused(engine.call(request))
    assert.equal(error.name, 'EngineError', String(error.stack))
    assert.ok(error.status.startsWith(status), `${JSON.stringify(request)}: ${error.status} ${error.message}`)
    assert.ok(error.message.includes(word), error.message)
  }
})

test('a rule error is that of the program', async (engine) => {
  const rules = 'return { family = "race", name = "x" }'
  writeFileSync(join(folder, 'x.lua'), rules)
  const error = await refused(engine.call({ do: 'solve', game: 'x', rules }))
  const said = spawnSync(ALEA, ['solve', 'x.lua'], { cwd: folder, encoding: 'utf8' }).stderr
  assert.equal(said.trim(), `alea: ${error.message}`)
})

test('files of one request are gone in the next', async (engine) => {
  const bots = ['hold(20)', 'mine.lua']
  const files = { 'mine.lua': new TextEncoder().encode('return { decide = function(view) return "hold" end }') }
  const answer = await engine.call({ do: 'run', game: 'pig', bots, games: 100, seed: 1, files })
  assert.equal(answer.standings[1].kind, 'lua')
  await refused(engine.call({ do: 'run', game: 'pig', bots, games: 100, seed: 1 }))
})

const long = { do: 'run', game: 'pig', bots: ['hold(20)', 'hold(25)'], games: '1e11', seed: 1 }

test('progress comes and work stops', async (engine) => {
  const told = []
  const stop = new AbortController()
  const begun = performance.now()
  const error = await refused(
    engine.call(long, { signal: stop.signal, progress: (p) => told.push(p) && told.length === 3 && stop.abort() }),
  )
  assert.equal(error.name, 'AbortError')
  assert.ok(performance.now() - begun < 20000)
  assert.ok(told[0].total === 1e11 && told[0].unit === 'games' && told[2].done > told[0].done, JSON.stringify(told))
  assert.equal((await engine.call({ do: 'version' })).version.split('.').length, 3)
})

test('requests wait for each other, and those that wait can be stopped', async (engine) => {
  const first = new AbortController(), second = new AbortController()
  const running = refused(engine.call(long, { signal: first.signal }))
  const waiting = refused(engine.call({ do: 'solve', game: 'hog' }, { signal: second.signal }))
  const last = engine.call({ do: 'solve', game: 'piglet' })
  second.abort(new Error('no longer wanted'))
  assert.equal((await waiting).message, 'no longer wanted')
  first.abort()
  assert.equal((await running).name, 'AbortError')
  assert.equal((await last).game, 'piglet(goal=2,players=2)')
  assert.equal((await refused(engine.call({ do: 'version' }, { signal: second.signal }))).message, 'no longer wanted')
})

test('a stopped run can give what it has', async (engine, shared) => {
  if (!shared) return
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 300)
  const answer = await engine.call(long, { signal: stop.signal, keep: true })
  assert.ok(answer.stopped && answer.games > 0 && answer.games < answer.asked)
})

/** Plays a game to its end; people choose by a fixed rule. */
async function playOn(engine, state, steps = Infinity) {
  for (; state.waits !== 'over' && steps > 0; steps--) {
    const moves = state.shortlist ?? state.moves.map((move) => move.move)
    state =
      state.waits === 'person'
        ? await engine.call({ do: 'play.choose', id: state.id, move: moves[(state.events * 7) % moves.length] })
        : await engine.call({ do: 'play.step', id: state.id })
  }
  return state
}

/** Games that take minutes to solve here, made shorter. */
const SHORTER = {
  farkle: 'farkle(goal=500)', zilch: 'zilch(goal=500)', greed: 'greed(goal=500,cap=600)', skunk: 'skunk(goal=20,cap=30)',
  'ten-thousand': 'ten-thousand(goal=500,opening=0,cap=600)', 'zombie-dice': 'zombie-dice(goal=2,cap=3)',
}

test('every game is played to its end, and the program reads its record', async (engine) => {
  for (const { name, players } of (await engine.call({ do: 'catalogue' })).games) {
    const seats = ['Ann', 'graded(club)', 'Bob'].slice(0, players.default ?? players)
    let state = await engine.call({ do: 'play.open', game: SHORTER[name] ?? name, seats, seed: 5, order: 'roll' })
    state = await playOn(engine, state)
    assert.ok(state.outcome !== null, name)
    writeFileSync(join(folder, 'played.jsonl'), state.record)
    const shown = JSON.parse(native('replay', 'played.jsonl', '--json'))
    assert.equal(shown.games[0].events.length, state.events, name)
    assert.deepEqual(shown.games[0].end.scores, state.outcome.scores, name)
    assert.equal(shown.games[0].end.winner, state.outcome.winner, name)
    await engine.call({ do: 'play.close', id: state.id })
  }
})

/** Custom rules, which are in no catalogue: a race, a graph, a Hog and a Despirala, with a short game for each. */
const builtIn = (name) => readFileSync(new URL(`../../rules/${name}.lua`, import.meta.url), 'utf8').replace(`name = "${name}"`, 'name = "my-own"')
const ownGames = [
  { game: 'mine(goal=30)', rules: builtIn('pig'), players: 2 },
  { game: 'mine(goal=12,players=3)', rules: builtIn('pig'), players: 3 },
  { game: 'mine', rules: builtIn('coin-pig'), players: 2 },
  { game: 'mine(goal=20)', rules: builtIn('hog'), players: 2 },
  { game: 'mine', rules: readFileSync(new URL('../rules/small-despirala.lua', import.meta.url), 'utf8'), players: 1 },
]

test('in games with rules of their own every computer plays to the end', async (engine) => {
  for (const { game, rules, players } of ownGames)
    for (const level of ['beginner', 'club', 'strong', 'perfect', '0.3']) {
      const seats = [`graded(${level})`, 'Ann', 'graded(club)'].slice(0, players)
      let state = await engine.call({ do: 'play.open', game, rules, seats, seed: 5, coach: level === 'club' })
      state = await playOn(engine, state)
      const { events } = await engine.call({ do: 'play.events', id: state.id })
      assert.ok(events.some((event) => event.kind === 'move' && event.seat === 0), `${game} ${level}: the computer has not decided`)
      assert.deepEqual(events.filter((event) => event.kind === 'forfeit'), [], `${game} ${level}`)
      // The review opens the game anew.
      const { games } = await engine.call({ do: 'review', record: state.record, files: { 'mine.lua': rules } })
      assert.ok(games[0].seats.every((seat) => !seat.forfeited), game)
      await engine.call({ do: 'play.close', id: state.id })
    }
})

test('what a bot does wrong is its forfeit; what else goes wrong leaves the game as it is', async (engine, shared) => {
  const [{ game, rules }] = ownGames
  const files = { 'bad.lua': 'return function(view) return view.nothing.here end' }
  let state = await engine.call({ do: 'play.open', game, rules, files, seats: ['bad.lua', 'Ann'], seed: 5 })
  state = await playOn(engine, state, 2)
  assert.equal(state.last.kind, 'forfeit')
  assert.match(state.last.told, /bad\.lua/)
  if (!shared) return // there a stop ends the engine
  const slow = await playOn(engine, await engine.call({ do: 'play.open', game: 'pig-pen', seats: ['graded(club)', 'Ann'], seed: 5, for: 'win' }), 1)
  const stop = new AbortController()
  const running = refused(engine.call({ do: 'play.step', id: slow.id }, { signal: stop.signal, progress: () => stop.abort() }))
  assert.equal((await running).name, 'AbortError')
  assert.equal((await engine.call({ do: 'play.state', id: slow.id })).record, slow.record)
})

test('a hint tells which move wins at once', async (engine) => {
  // With 9 in the turn of a game to 8, holding wins, and a roll loses the turn in one case of six.
  const record = [
    '{"alea":"record","version":1,"game":"pig(dice=1,goal=8,players=2,sides=6)","rules_sha256":"SHA","seed":5,"seats":"fixed","dice":"manual","bots":["human(Ann)","human(Bob)"]}',
    '{"begin":0,"bots":[0,1]}', '{"roll":[3]}', '{"seat":0,"move":"roll"}', '{"roll":[6]}', '',
  ]
  const { record: begun } = await engine.call({ do: 'play.open', game: 'pig(goal=8)', seats: ['Ann', 'Bob'], manual: true })
  record[0] = begun.split('\n')[0]
  const state = await engine.call({ do: 'play.restore', record: record.join('\n'), coach: true })
  const { moves } = await engine.call({ do: 'play.hint', id: state.id })
  assert.deepEqual(moves.map((move) => [move.name, move.wins, move.cost > 0]), [['hold', true, false], ['roll', false, true]])
})

test('a bot is opened to see whether it can play', async (engine) => {
  const files = { 'racer.lua': 'function decide(view) return true end', 'fine.lua': 'return function(view) return true end' }
  for (const [bot, why] of [['hold(20)', null], ['fine.lua', null], ['racer.lua', /must return a function/], ['hlod(20)', /did you mean "hold"/], ['hold(x)', /hold/]]) {
    const answer = await engine.call({ do: 'bot', game: 'pig', players: 2, bot, files })
    if (why) assert.match(answer.why, why)
    assert.deepEqual([answer.name !== null, answer.why === null], [why === null, why === null], bot)
  }
  assert.equal((await refused(engine.call({ do: 'bot', game: 'pgi', bot: 'hold(20)' }))).status, 'E_UNKNOWN')
})

test('a map of a game whose turns remember something is of a memory that occurs', async (engine) => {
  // Greedy Pig of docs/write-rules.md: the turn counts its earlier rolls, at least one at each decision.
  const page = readFileSync(new URL('../../docs/write-rules.md', import.meta.url), 'utf8')
  const rules = /```lua\n(return \{\n  name = "greedy-pig".*?)```/s.exec(page)[1]
  writeFileSync(join(folder, 'greedy.lua'), rules)
  for (const kind of ['hold', 'turn']) {
    const map = await engine.call({ do: 'map', game: 'mine(goal=40)', rules, kind })
    assert.equal(map.memory, 1)
    assert.ok(map.cells.some((cell) => cell >= 0), kind)
  }
  const map = await engine.call({ do: 'map', game: 'mine(goal=40)', rules, kind: 'turn', other: 0 })
  const best = (turn) => JSON.parse(native('ask', 'greedy.lua(goal=40)', 'scores=0,0', `turn=${turn}`, 'memory=1', '--json')).best
  for (const turn of [4, 8, 12]) assert.equal(map.cells[turn], best(turn) === 'roll' ? 1 : 0, `turn ${turn}`)
  assert.equal((await engine.call({ do: 'map', game: 'pig(goal=20)' })).memory, 0)
})

test('the record is that of the console, byte for byte', async (engine) => {
  const input = '\nroll\nroll\nundo\nhold\n'
  spawnSync(ALEA, ['play', 'pig', 'Ann', 'hold(20)', '--order', 'given', '--seed', '5', '--record', 'console.jsonl'], { cwd: folder, input })
  const console_ = readFileSync(join(folder, 'console.jsonl'), 'utf8')
  let state = await engine.call({ do: 'play.open', game: 'pig', seats: ['Ann', 'hold(20)'], seed: 5 })
  state = await engine.call({ do: 'play.step', id: state.id })
  for (const answer of ['roll', 'roll', 'undo', 'hold']) {
    while (state.waits !== 'person') state = await engine.call({ do: 'play.step', id: state.id })
    const move = state.moves.find((one) => one.name === answer)?.move
    state = await engine.call(answer === 'undo' ? { do: 'play.undo', id: state.id } : { do: 'play.choose', id: state.id, move })
  }
  while (state.record.length < console_.length && state.waits !== 'person') state = await engine.call({ do: 'play.step', id: state.id })
  assert.equal(state.record, console_)
  // A game of the console goes on here.
  const resumed = await engine.call({ do: 'play.restore', record: console_ })
  assert.deepEqual({ ...resumed, id: 0, last: null }, { ...state, id: 0, last: null })
})

test('the coach', async (engine) => {
  let state = await engine.call({ do: 'play.open', game: 'pig', seats: ['Ann', 'graded(0)'], seed: 5, coach: true })
  state = await engine.call({ do: 'play.step', id: state.id })
  assert.equal(typeof state.last.luck.amount, 'number')
  const hint = await engine.call({ do: 'play.hint', id: state.id })
  const asked = await engine.call({ do: 'ask', game: 'pig', position: state.position })
  assert.deepEqual(hint.moves.map((m) => [m.name, m.lower, m.upper]), asked.moves.map((m) => [m.move, m.lower, m.upper]))
  const worst = hint.moves.reduce((a, b) => (a.cost > b.cost ? a : b))
  state = await engine.call({ do: 'play.choose', id: state.id, move: worst.move })
  assert.equal(state.last.cost.amount, worst.cost)
  assert.equal(state.last.cost.best, hint.moves.find((m) => m.move === hint.best).name)
  await refused(engine.call({ do: 'play.choose', id: state.id, move: 77 }))
})

test('games go on after the engine was ended', async (engine, shared) => {
  let state = await engine.call({ do: 'play.open', game: 'pig', seats: ['Ann', 'Bob'], seed: 9 })
  state = await playOn(engine, state, 12)
  const [{ game, rules }] = ownGames
  const own = await playOn(engine, await engine.call({ do: 'play.open', game, rules, seats: ['Ann', 'graded(strong)'], seed: 9 }), 3)
  const stop = new AbortController()
  const running = refused(engine.call(long, { signal: stop.signal }))
  setTimeout(() => stop.abort(), 100)
  await running
  const again = await engine.call({ do: 'play.state', id: state.id })
  assert.deepEqual({ ...again, last: null }, { ...state, last: null })
  assert.equal((await engine.call({ do: 'play.events', id: state.id })).events.length, state.events)
  await playOn(engine, again)
  assert.ok((await playOn(engine, own)).outcome.winner !== null)
  assert.deepEqual((await engine.call({ do: 'play.events', id: own.id })).events.filter((event) => event.kind === 'forfeit'), [])
})

test('maps', async (engine) => {
  native('plot', 'pig', 'optimal', '--map', 'hold', '--npy', 'hold.npy')
  const npy = readFileSync(join(folder, 'hold.npy'))
  const plotted = new Int32Array(npy.buffer.slice(npy.byteOffset + 10 + npy.readUInt16LE(8), npy.byteOffset + npy.length))
  const hold = await engine.call({ do: 'map', game: 'pig' })
  assert.deepEqual(hold.axes, [['own', 100], ['other', 100]])
  plotted.forEach((total, i) => assert.equal(hold.cells[i], total, `at ${i}`))
  assert.ok(plotted.filter((total) => total >= 0).length > 9000)
  const value = await engine.call({ do: 'map', game: 'pig', kind: 'value' })
  const { value: start } = await engine.call({ do: 'solve', game: 'pig' })
  assert.ok(value.cells instanceof Float64Array && Math.abs(value.cells[0] - start) < 1e-14)
  const turn = await engine.call({ do: 'map', game: 'pig', kind: 'turn', bot: 'hold(20)', second: 'hold(25)', other: 3 })
  assert.deepEqual([turn.cells[19], turn.cells[20], turn.cells[24], turn.cells[25]], [3, 2, 2, 0])
  const difference = await engine.call({ do: 'map', game: 'pig', bot: 'hold(25)', second: 'hold(20)' })
  assert.equal(difference.cells[0], 5)
  // Best play stands on either side, or on both.
  const holds = await engine.call({ do: 'map', game: 'pig', bot: 'hold(20)' })
  for (const bots of [['optimal', 'hold(20)'], ['hold(20)', 'optimal'], ['optimal', 'optimal']]) {
    const two = await engine.call({ do: 'map', game: 'pig', bot: bots[0], second: bots[1] })
    const [first, second] = bots.map((bot) => (bot === 'optimal' ? hold : holds).cells)
    assert.deepEqual([...two.cells], [...first].map((n, i) => (n < 0 || second[i] < 0 ? -2147483648 : n - second[i])), bots.join())
  }
  const dice = await engine.call({ do: 'map', game: 'hog', kind: 'moves', bot: 'always(4)' })
  assert.ok(dice.cells.length === 10000 && dice.cells.every((n) => n === 4))
  assert.equal((await refused(engine.call({ do: 'map', game: 'hog', kind: 'hold' }))).name, 'EngineError')
  assert.equal((await refused(engine.call({ do: 'map', game: 'pig', kind: 'turn', other: 100 }))).status, 'E_RANGE')
  for (const [game, ...more] of [['pig-pen', 'hold(25)'], ['pig-solitaire', 'optimal'], ['two-dice-pig(goal=60)', 'optimal'], ['pig(goal=300)', 'optimal'], ['pig(goal=300)', 'hold(20)', '--step', '7']]) {
    native('plot', game, ...more, '--npy', 'hold.npy')
    const bytes = readFileSync(join(folder, 'hold.npy'))
    const expected = new Int32Array(bytes.buffer.slice(bytes.byteOffset + 10 + bytes.readUInt16LE(8), bytes.byteOffset + bytes.length))
    assert.deepEqual((await engine.call({ do: 'map', game, bot: more[0], step: Number(more[2] ?? 0) })).cells, expected, game)
  }
  // Values and moves are those of `ask`.
  const hog = await engine.call({ do: 'map', game: 'hog' }), worth = await engine.call({ do: 'map', game: 'hog', kind: 'value' })
  const alone = await engine.call({ do: 'map', game: 'pig-solitaire', kind: 'value' })
  for (const [own, other] of [[0, 0], [17, 80], [99, 98], [63, 12]]) {
    const asked = JSON.parse(native('ask', 'hog', `scores=${own},${other}`, '--json'))
    assert.deepEqual([hog.cells[own * 100 + other], worth.cells[own * 100 + other]], [Number(asked.best), asked.value])
    const turns = 1 + (other % 10), left = JSON.parse(native('ask', 'pig-solitaire', `scores=${own}`, `turns=${turns}`, '--json'))
    assert.equal(alone.cells[own * 10 + turns - 1], left.value)
  }
  assert.ok(Number.isNaN(value.cells[1]) && Number.isNaN(value.cells[100]), 'nobody has one point in Pig')
})

/** Plays a match to its end; `decide` answers for bots outside. */
async function playOutside(engine, request, decide) {
  let batch = await engine.call({ do: 'match.open', ...request })
  while (!batch.over) batch = await engine.call({ do: 'match.next', id: batch.id, answers: batch.questions.map(decide) })
  await engine.call({ do: 'match.close', id: batch.id })
  return batch
}

test('a match with a bot outside has the games of a run', async (engine) => {
  const decide = ({ view }) => (view.turn < 20 && view.total < view.goal ? 'roll' : 'hold')
  writeFileSync(join(folder, 'steady.lua'), 'return function(view) return view.turn < 20 and view.total < view.goal end\n')
  for (const others of [['hold(25)'], ['hold(25)', 'random(0.7)']]) {
    const request = { game: others.length === 2 ? 'pig-pen' : 'pig', games: 300, seed: 8 }
    const batch = await playOutside(engine, { ...request, bots: ['outside(mine)', ...others] }, decide)
    const run = JSON.parse(native('run', request.game, 'steady.lua', ...others, '--games', '300', '--seed', '8', '--record', `${others.length}.jsonl`, '--record-games', '300', '--json'))
    const counted = ({ wins, win_rate, win_rate_se, money_total, seat_wins, forfeits }) => ({ wins, win_rate, win_rate_se, money_total, seat_wins, forfeits })
    assert.deepEqual(batch.run.standings.map(counted), run.standings.map(counted))
    assert.equal(batch.run.turns, run.turns)
    const one = await playOutside(engine, { ...request, bots: ['outside(mine)', ...others], first: 123, games: 1, recorded: true }, decide)
    const [heading, ...lines] = one.record.replace('"mine"', '"steady.lua"').trimEnd().split('\n')
    const all = readFileSync(join(folder, `${others.length}.jsonl`), 'utf8').split('\n')
    const at = all.findIndex((line) => line.startsWith('{"begin":123,'))
    const bare = all[0].replace(/("bots_sha256":).*\]/, (_, key) => `${key}${JSON.stringify(others.map(() => null).concat(null))}`) // bots outside have no hashes
    assert.deepEqual([heading, ...lines], [bare, ...all.slice(at, at + lines.length)])
  }
})

test('answers that are none are refused, and nothing happens; failures forfeit', async (engine) => {
  const opened = await engine.call({ do: 'match.open', game: 'pig', bots: ['outside(a)', 'hold(20)'], games: 4, at_once: 2 })
  assert.deepEqual(opened.questions.map(({ game, bot }) => [game, bot]), [[0, 0], [1, 0]])
  for (const answers of [undefined, [], [true], [true, {}], [true, { failure: 'tired', text: '' }], [[], true], [true, true, true]])
    assert.equal((await refused(engine.call({ do: 'match.next', id: opened.id, answers }))).status, 'E_USAGE', JSON.stringify(answers))
  const again = await engine.call({ do: 'match.next', id: opened.id, answers: [{ failure: 'trap', text: 'it fell' }, 'rol'] })
  assert.equal(again.run.standings[0].first_failure.text, 'it fell')
  assert.deepEqual(again.run.standings[0].failures, { trap: 1, fuel: 0, memory: 0, illegal: 1, skipped: 0 })
  assert.deepEqual([again.done, again.run.standings[1].wins], [2, 2])
  await engine.call({ do: 'match.close', id: opened.id })
  assert.equal((await refused(engine.call({ do: 'match.close', id: opened.id }))).status, 'E_USAGE')
  for (const [bots, word] of [[['outside()', 'hold(20)'], 'outside()'], [['outside(a)', 'hlod(20)'], 'hold'], [['outside(a)'], 'pig']])
    assert.ok((await refused(engine.call({ do: 'match.open', game: 'pig', bots }))).message.includes(word), bots.join())
  assert.equal((await refused(engine.call({ do: 'match.open', game: 'pig', bots: ['outside(a)', 'outside(b)'], seats: 'mixed' }))).status, 'E_USAGE')
})

test('playing with the coach needs alea.wasm alone; alea-more.wasm is loaded at the first call that needs it', async (_, shared) => {
  const site = join(folder, `site-${shared}`)
  mkdirSync(site)
  for (const name of ['alea.mjs', 'alea-worker.mjs', 'alea-core.mjs', 'alea.wasm']) copyFileSync(join(ALEA_WEB, name), join(site, name))
  const alone = await (await import(pathToFileURL(join(site, 'alea.mjs')))).open({ threads: 1 })
  const asked = { do: 'eval', game: 'pig', bots: ['hold(20)', 'hold(25)'] }
  assert.ok((await alone.call({ do: 'catalogue' })).games.length > 10)
  for (const game of ['coin-pig', 'despirala', 'hog', 'pig-pen(goal=40)', 'pig-solitaire', 'pig']) {
    const seats = ['Ann', 'graded(club)'].slice(0, /despirala|solitaire/.test(game) ? 1 : 2)
    const state = await alone.call({ do: 'play.open', game, seats, seed: 5, coach: true, order: 'roll' })
    const played = await playOn(alone, state, 60)
    if (played.waits === 'person') await alone.call({ do: 'play.hint', id: state.id })
    if (game !== 'pig') await alone.call({ do: 'play.close', id: state.id })
    else {
      const error = await refused(alone.call(asked))
      assert.equal(error.status, 'CRASHED')
      assert.match(error.message, /alea-more\.wasm could not be loaded/)
      assert.equal((await alone.call({ do: 'play.state', id: state.id })).record, played.record) // the game goes on
    }
  }
  copyFileSync(join(ALEA_WEB, 'alea-more.wasm'), join(site, 'alea-more.wasm'))
  const first = await alone.call(asked)
  rmSync(join(site, 'alea-more.wasm')) // now it is compiled, and another worker gets it from the one before
  const stop = new AbortController()
  await refused(alone.call(long, { signal: stop.signal, progress: () => stop.abort() }))
  const { seconds: _a, ...before } = first, { seconds: _b, ...after } = await alone.call(asked)
  assert.deepEqual(after, before)
  alone.close()
})

test('an engine that cannot be started anew refuses', async (_, shared) => {
  if (shared) return // a flag stops the work there, and the worker stays
  const site = join(folder, 'gone')
  mkdirSync(site)
  for (const name of ['alea.mjs', 'alea-worker.mjs', 'alea-core.mjs', 'alea.wasm', 'alea-more.wasm']) copyFileSync(join(ALEA_WEB, name), join(site, name))
  const engine = await (await import(pathToFileURL(join(site, 'alea.mjs')))).open({ threads: 1 })
  const stop = new AbortController(), running = refused(engine.call(long, { signal: stop.signal }))
  rmSync(join(site, 'alea-core.mjs'))
  stop.abort()
  assert.equal((await running).name, 'AbortError')
  for (let i = 0; i < 2; i++) assert.equal((await refused(engine.call({ do: 'version' }))).status, 'CRASHED')
  engine.close()
})

test('an engine whose module wants what nobody has does not start', async (_, shared) => {
  const site = join(folder, `wants-${shared}`)
  mkdirSync(site)
  for (const name of ['alea.mjs', 'alea-worker.mjs', 'alea-core.mjs']) copyFileSync(join(ALEA_WEB, name), join(site, name))
  writeFileSync(join(site, 'alea.wasm'), Buffer.from('0061736d0100000001040160000002070101780179'.padEnd(46, '0'), 'hex')) // the function y of x
  const error = await refused((await import(pathToFileURL(join(site, 'alea.mjs')))).open({ threads: 1 }))
  assert.equal(error.status, 'CRASHED')
  assert.match(error.message, /could not be started: .*\bx\b/)
})

test('a closed engine refuses', async () => {
  const engine = await open({ threads: 1 })
  const waiting = refused(engine.call(long))
  engine.close()
  assert.equal((await waiting).status, 'CRASHED')
  assert.equal((await refused(engine.call({ do: 'version' }))).status, 'CRASHED')
})

let failures = 0
const Shared = globalThis.SharedArrayBuffer
for (const shared of [true, false]) {
  globalThis.SharedArrayBuffer = shared ? Shared : undefined // as in a page that is not isolated
  const engine = await open({ threads: 1 })
  for (const [name, run] of tests) {
    const begun = performance.now()
    try {
      await run(engine, shared)
      console.log(`ok ${name} (${Math.round(performance.now() - begun)} ms)`)
    } catch (error) {
      failures++
      console.log(`FAILED ${name}${shared ? '' : ' without shared memory'}: ${error.stack}`)
    }
  }
  engine.close()
}
rmSync(folder, { recursive: true })
process.exit(failures ? 1 : 0) // also if a test that failed left an engine open
