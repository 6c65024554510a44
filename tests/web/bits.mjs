/* Every game of rules/ gives the same numbers in WebAssembly as natively: all JSON is compared key by key, and bounds bit for bit.
 *
 *   node bits.mjs    with $ALEA (the program), $ALEA_WEB (build/web) and $ALEA_SOURCE
 *
 * What depends on the machine's speed or threads is left out: seconds, games_per_second, threads, path; and names of files. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { ALEA, ALEA_WEB, ALEA_SOURCE } = process.env
if (!existsSync(join(ALEA_WEB, 'alea.wasm'))) {
  console.log(`skipped: there is no ${ALEA_WEB}/alea.wasm; run make web`)
  process.exit(77)
}
const { open } = await import(pathToFileURL(join(ALEA_WEB, 'alea.mjs')))

const OF_THE_MACHINE = new Set(['seconds', 'games_per_second', 'threads', 'path', 'out', 'file', 'database'])

/** All numbers of an object by their path, as the text that JSON has them in natively: 17 digits are one double. */
function flatten(value, at = '', into = new Map()) {
  if (value !== null && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) {
      if (!OF_THE_MACHINE.has(key)) flatten(inner, `${at}/${key}`, into)
    }
  else into.set(at, value)
  return into
}

function same(what, native, web) {
  const expected = flatten(native), found = flatten(web)
  const differing = [...new Set([...expected.keys(), ...found.keys()])].filter((key) => !Object.is(expected.get(key), found.get(key)))
  for (const key of differing.slice(0, 10)) console.log(`${what}: ${key}: natively ${expected.get(key)}, here ${found.get(key)}`)
  assert.equal(differing.length, 0, `${what}: ${differing.length} of ${expected.size} values differ`)
  compared += expected.size
}

const folder = mkdtempSync(join(tmpdir(), 'alea-bits-'))
let compared = 0, requests = 0

/** What the program prints; its exit status does not matter. */
function native(...words) {
  try {
    return execFileSync(ALEA, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    if (error.stdout) return error.stdout
    throw new Error(`alea ${words.join(' ')}: ${error.stderr}`)
  }
}

/** The text of a file of the source, which is copied to the folder where the program runs. */
function copy(file, ...where) {
  const text = readFileSync(join(ALEA_SOURCE, ...where, file), 'utf8')
  writeFileSync(join(folder, file), text)
  return text
}

const engine = await open({ threads: 1 })

async function compare(words, request) {
  const begun = performance.now()
  const expected = JSON.parse(native(...words, '--json')), between = performance.now()
  same(words.join(' '), expected, await engine.call(request))
  requests++
  console.log(`${words.join(' ')}: natively ${Math.round(between - begun)} ms, here ${Math.round(performance.now() - between)} ms`)
}

/** Games whose proof takes WebAssembly most of a minute, by smaller ones of the same rules; small-despirala.lua stands for the third. */
const SMALLER = { kniffel: 'kniffel(turns=1)', yatzy: 'yatzy(turns=1)', generala: 'generala(turns=2)', skunk: 'skunk(cap=40,goal=30)', 'zombie-dice': 'zombie-dice(goal=2,cap=3)', greed: 'greed(goal=500,cap=700)', 'ten-thousand': 'ten-thousand(goal=500,cap=600)', farkle: 'farkle(goal=1500)', zilch: 'zilch(goal=1000)', 'great-rolled-ones': 'great-rolled-ones(goal=20)', yahtzee: 'yahtzee(turns=1,bonus=false)', 'pig-pen': 'pig-pen(goal=20,over_goal=hold)', 'hog-feral': 'hog-feral(goal=30,feral=9)', despirala: null }

/** Solves a game for one objective and verifies the table. */
async function proof(game, objective, rules) {
  const file = 'table.h5', request = rules ? { game, rules, for: objective } : { game, for: objective }
  const spec = rules ? game.replace(/^[^(]*/, '$&.lua') : game
  await compare(['solve', spec, '--for', objective, '--out', file], { do: 'solve', ...request })
  await compare(['verify', file], { do: 'verify', ...request })
}

try {
  for (const name of readdirSync(join(ALEA_SOURCE, 'rules')).filter((file) => file.endsWith('.lua')).map((file) => file.replace('.lua', ''))) {
    await compare(['games', name], { do: 'games', game: name })
    const { objectives } = await engine.call({ do: 'games', game: name })
    const proved = name in SMALLER ? SMALLER[name] : name
    for (const objective of proved ? objectives : []) await proof(proved, objective)
  }
  for (const spec of ['pig(goal=237,sides=9)', 'pig(dice=2,goal=60)', 'hog(time_trot=false,goal=70)', 'two-dice-pig(double_one=bust,goal=50)'])
    await proof(spec, 'win')
  // Rules that the engine does not have, as text.
  const solved = ['chase-graph', 'mixed-dice', 'pig-graph', 'race-tiny', 'small-despirala', 'solitaire-graph']
  for (const name of readdirSync(join(ALEA_SOURCE, 'tests', 'rules')).map((file) => file.replace('.lua', ''))) {
    if (name === 'small-despirala-graph') continue // small-despirala.lua once more, whose states take half a minute to list
    const rules = copy(`${name}.lua`, 'tests', 'rules')
    await compare(['games', `${name}.lua`], { do: 'rules', game: name, rules })
    const { played_for } = await engine.call({ do: 'rules', game: name, rules })
    if (solved.includes(name)) await proof(name === 'pig-graph' ? 'pig-graph(goal=40)' : name, played_for, rules)
  }
  // What Lua computes, and where its memory ends.
  await compare(['games', 'bits.lua'], { do: 'rules', game: 'bits', rules: copy('bits.lua', 'tests', 'game') })
  const rules = copy('memory.lua', 'tests', 'game'), said = spawnSync(ALEA, ['games', 'memory.lua'], { cwd: folder, encoding: 'utf8' }).stderr
  assert.match(said, /Stopped at the limit of 65536 KiB of memory/)
  await assert.rejects(engine.call({ do: 'rules', game: 'memory', rules }), (error) => said.trim() === `alea: ${error.message}`)
  for (const [file, game, other, ...where] of [['steady.lua', 'pig-pen', 'hold(25)', 'bots', 'lua-steady'], ['threshold.lua', 'hog', 'always(4)', 'bots', 'hog', 'good']])
    await compare(['run', game, file, other, '--games', '300', '--seed', '5'], { do: 'run', game, bots: [file, other], files: { [file]: copy(file, ...where) }, games: 300, seed: 5 })

  await compare(['eval', 'pig', 'hold(20)', 'hold(25)'], { do: 'eval', game: 'pig', bots: ['hold(20)', 'hold(25)'] })
  await compare(['eval', 'pig-pen(goal=50)', 'hold(15)', 'hold(20)', '--for', 'money'], { do: 'eval', game: 'pig-pen(goal=50)', bots: ['hold(15)', 'hold(20)'], for: 'money' })
  await compare(['eval', 'hog', 'always(4)', 'optimal'], { do: 'eval', game: 'hog', bots: ['always(4)', 'optimal'] })
  await compare(['eval', 'two-dice-pig', 'hold(20)', 'optimal'], { do: 'eval', game: 'two-dice-pig', bots: ['hold(20)', 'optimal'] })
  await compare(['best', 'pig', 'hold(20)'], { do: 'best', game: 'pig', bots: 'hold(20)' })
  await compare(['best', 'hog', 'always(6)'], { do: 'best', game: 'hog', bots: ['always(6)'] })
  await compare(['best', 'pig-pen(goal=20,over_goal=hold)', 'hold(12)', '--for', 'win'], { do: 'best', game: 'pig-pen(goal=20,over_goal=hold)', bots: ['hold(12)'], for: 'win' })
  await compare(['ask', 'pig-pen', 'scores=70,110', 'turn=24', '--for', 'money'], { do: 'ask', game: 'pig-pen', position: 'scores=70,110 turn=24', for: 'money' })
  await compare(['stats', 'despirala', 'greedy', '--games', '20000', '--seed', '3'], { do: 'stats', game: 'despirala', bots: ['greedy'], games: 20000, seed: 3 })
  for (const [game, ...bots] of [['pig', 'hold(20)', 'hold(25)'], ['pig(players=3)', 'hold(20)', 'random', 'hold(15)'], ['hog', 'always(4)', 'random'], ['pig-pen', 'hold(20)', 'keep-pace'], ['despirala', 'greedy']])
    await compare(['run', game, ...bots, '--games', '20000', '--seed', '7', '--analytics'], { do: 'run', game, bots, games: 20000, seed: 7, analytics: true })

  for (const [game, ...bots] of [['pig', 'hold(20)', 'random'], ['hog', 'always(4)', 'random'], ['pig(players=3)', 'hold(20)', 'random', 'hold(15)'], ['despirala', 'greedy']]) {
    rmSync(join(folder, 'record.jsonl'), { force: true })
    native('run', game, ...bots, '--games', '2', '--seed', '11', '--record', 'record.jsonl')
    const record = readFileSync(join(folder, 'record.jsonl'), 'utf8')
    await compare(['replay', 'record.jsonl'], { do: 'replay', record })
    await compare(['review', 'record.jsonl', '--no-keep', '--rollouts', '200'], { do: 'review', record, rollouts: 200 })
  }
  console.log(`${requests} answers are the same, ${compared} values`)
} finally {
  engine.close()
  rmSync(folder, { recursive: true })
}
