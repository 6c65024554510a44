/* web/engine/results.ts has the types of what commands answer: the keys and kinds of values that they print.
 *
 *   node types.mjs            fails if an answer has a key or a kind of value that the types lack, or lacks one that they have
 *   node types.mjs --write    writes the types anew, from the answers below
 *
 * with $ALEA_WEB (build/web) and $ALEA_SOURCE. A change of a view changes the types, and this test says so. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { ALEA_WEB, ALEA_SOURCE } = process.env
if (!existsSync(join(ALEA_WEB, 'alea.wasm'))) {
  console.log(`skipped: there is no ${ALEA_WEB}/alea.wasm; run make web`)
  process.exit(77)
}
const { open } = await import(pathToFileURL(join(ALEA_WEB, 'alea.mjs')))
const target = join(ALEA_SOURCE, 'web', 'engine', 'results.ts')
const engine = await open({ threads: 1 })

const record = async (game, seats) => {
  let s = await engine.call({ do: 'play.open', game, seats, seed: 3 })
  while (s.waits !== 'over')
    s = await (s.waits === 'person'
      ? engine.call({ do: 'play.choose', id: s.id, move: (s.shortlist ?? s.moves.map((m) => m.move))[0] })
      : engine.call({ do: 'play.step', id: s.id }))
  await engine.call({ do: 'play.close', id: s.id })
  return s.record
}
const files = { 'four.csv': 'opponent,own,dice\n', 'bad.lua': 'return { decide = function() error("no") end }', 'five.lua': 'return { name = "Five", final_strategy = function(own, other) return 5 end }', 'two.lua': 'return { final_strategy = function(own, other) return 2 end }' }
const duel = await record('pig', ['hold(20)', 'hold(10)']), alone = await record('despirala', ['greedy'])
const trio = await record('pig(players=3,goal=20)', ['hold(5)', 'random', 'hold(8)'])

/** Answers that show all kinds of values that a key can have. */
const requests = [
  { do: 'games' }, ...['pig', 'hog', 'despirala', 'pig-pen', 'red-and-black', 'hog-piggy'].map((game) => ({ do: 'rules', game })),
  { do: 'solve', game: 'pig' }, { do: 'solve', game: 'hog' }, { do: 'solve', game: 'pig-solitaire' },
  { do: 'ask', game: 'pig', position: 'scores=22,0 turn=20' }, { do: 'ask', game: 'pig', position: 'scores=1,0' }, { do: 'ask', game: 'hog', position: 'scores=3,5' },
  { do: 'eval', game: 'pig', bots: ['hold(20)', 'hold(25)'] }, { do: 'eval', game: 'pig-solitaire', bots: ['hold(20)'] }, { do: 'eval', game: 'pig-pen(goal=20)', bots: ['hold(5)', 'hold(9)'], for: 'money' },
  { do: 'best', game: 'pig', bots: 'hold(20)' }, { do: 'verify', game: 'pig' }, { do: 'verify', game: 'hog' },
  { do: 'run', game: 'pig', bots: ['hold(20)', 'random'], games: 500, analytics: true }, { do: 'run', game: 'despirala', bots: ['greedy'], games: 100 }, { do: 'run', game: 'pig', bots: ['hold(20)', 'bad.lua'], games: 100, files }, { do: 'run', game: 'pig-pen', bots: ['hold(20)', 'hold(9)'], games: 100 },
  { do: 'stats', game: 'despirala', bots: ['greedy'], games: 100 },
  { do: 'replay', record: duel }, { do: 'replay', record: alone }, { do: 'review', record: duel }, { do: 'review', record: trio, rollouts: 50 },
  { do: 'contest', game: 'hog', entries: ['five.lua', 'two.lua', 'bad.lua'], files },
  { do: 'tournament', game: 'pig', bots: ['hold(15)', 'hold(20)', 'hold(25)'] }, { do: 'compare', game: 'pig', bots: ['hold(20)', 'hold(25)'] },
]

/* ---- shapes: { kinds: Set, keys: Map(key → { shape, in }), seen, each } ---- */

const empty = () => ({ kinds: new Set(), keys: new Map(), seen: 0, each: null })

/** Objects by numbers or names of bots, such as percentiles, have any keys. */
const isTable = (value) => Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key))

function add(shape, value) {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  if (kind === 'object' && isTable(value)) {
    shape.kinds.add('table')
    shape.each ??= empty()
    for (const inner of Object.values(value)) add(shape.each, inner)
    return shape
  }
  shape.kinds.add(kind)
  if (kind === 'array') {
    shape.each ??= empty()
    for (const inner of value) add(shape.each, inner)
  } else if (kind === 'object') {
    shape.seen++
    for (const [key, inner] of Object.entries(value)) {
      if (!shape.keys.has(key)) shape.keys.set(key, { shape: empty(), in: 0 })
      const member = shape.keys.get(key)
      member.in++
      add(member.shape, inner)
    }
  }
  return shape
}

function type(shape, indent) {
  const kinds = [...shape.kinds].sort().map((kind) => {
    if (kind === 'array') return `Array<${shape.each.kinds.size ? type(shape.each, indent) : 'unknown'}>`
    if (kind === 'table') return `Record<string, ${type(shape.each, indent)}>`
    if (kind !== 'object') return kind
    const members = [...shape.keys].map(
      ([key, member]) => `${indent}  ${key}${member.in < shape.seen ? '?' : ''}: ${type(member.shape, indent + '  ')}\n`,
    )
    const names = [...shape.keys.keys()].join()
    return names === 'value,lower,upper' ? 'Interval' : `{\n${members.join('')}${indent}}`
  })
  return kinds.join(' | ')
}

const shapes = new Map()
for (const request of requests) {
  const name = request.do === 'games' ? 'games' : request.do
  if (!shapes.has(name)) shapes.set(name, empty())
  add(shapes.get(name), await engine.call(request))
}
engine.close()

const text = `/* What commands answer. Written by tests/web/types.mjs, which also fails when a command answers something else; include/alea/view.h
   says what the keys mean. */

/** A value that lies between two proved bounds, and their middle. */
export interface Interval {
  value: number
  lower: number
  upper: number
}

${[...shapes].map(([name, shape]) => `export type ${name[0].toUpperCase()}${name.slice(1)}Result = ${type(shape, '')}\n`).join('\n')}`

if (process.argv.includes('--write')) writeFileSync(target, text)
else {
  const before = readFileSync(target, 'utf8').split('\n'), after = text.split('\n')
  const differing = after.findIndex((line, i) => line !== before[i])
  if (differing >= 0 || before.length !== after.length) {
    console.log(`web/engine/results.ts:${differing + 1} is "${before[differing]}", and the engine answers "${after[differing]}".`)
    console.log('If that is meant: ALEA_WEB=build/web ALEA_SOURCE=. node tests/web/types.mjs --write')
    process.exitCode = 1
  } else console.log(`${requests.length} answers have the types of web/engine/results.ts`)
}
