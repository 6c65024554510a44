/* src/view/json/keys.json is the table of the keys that commands answer: kinds, whether a key may be absent, meaning.
 *
 *   node types.mjs            fails unless answers fit the table, answers show every key and kind of it, and src/view/json names no
 *                             key that it lacks
 *
 * with $ALEA (the program), $ALEA_WEB (build/web) and $ALEA_SOURCE. A change of a view changes the table, and this test says so. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { ALEA_WEB, ALEA_SOURCE } = process.env
const { shared, shapes, too_slow_to_show: slow, not_in_the_browser: elsewhere } = JSON.parse(readFileSync(join(ALEA_SOURCE, 'src', 'view', 'json', 'keys.json')))

const complaints = []
const complain = (text) => complaints.includes(text) || complaints.push(text)

/* ---- the table ---- */

/** A type as a list of alternatives: { array: type } | { table: type } | { shape: name } | { plain: name }. */
function parse(text) {
  const parts = []
  let depth = 0, part = ''
  for (const c of text) {
    depth += '(<'.includes(c) ? 1 : ')>'.includes(c) ? -1 : 0
    if (c === '|' && depth === 0) [part] = [(parts.push(part.trim()), '')]
    else part += c
  }
  return [...parts, part.trim()].map((one) => {
    if (one.endsWith('[]')) return { text: one, array: parse(one.slice(0, -2)) }
    if (one.startsWith('(')) return parse(one.slice(1, -1))
    const table = one.match(/^Record<string, (.*)>$/)
    if (table) return { text: one, table: parse(table[1]) }
    if (shapes[one]) return { text: one, shape: one }
    if (!['null', 'boolean', 'number', 'string'].includes(one)) throw new Error(`src/view/json/keys.json: there is no type ${one}`)
    return { text: one, plain: one }
  }).flat()
}

/** By shape: its keys with type, meaning, whether they may be absent, and the reason if no answer shows a kind. */
const table = new Map(Object.entries(shapes).map(([shape, keys]) => [shape, new Map(Object.entries(keys).map(([word, given]) => {
  const key = word.replace('?', ''), [type, own, unseen = {}] = [given].flat()
  const meaning = own ?? shared[key]
  if (!meaning) throw new Error(`src/view/json/keys.json: ${shape}.${key} has no meaning`)
  return [key, { type, kinds: parse(type), optional: word !== key, meaning, unseen, seen: new Set() }]
}))]))

/* ---- answers against the table ---- */

const kindOf = (value) => (value === null ? 'null' : typeof value)
const isArray = Array.isArray, isObject = (value) => kindOf(value) === 'object' && !isArray(value)
const fits = (value, kind) =>
  kind.plain ? kindOf(value) === kind.plain : kind.array ? isArray(value) : isObject(value)

/** Checks a value against alternatives, and notes in `seen` which of them it shows. */
function check(value, kinds, where, seen) {
  const kind = kinds.find((k) => fits(value, k))
  if (!kind) return complain(`${where} is ${JSON.stringify(value)?.slice(0, 60)}; src/view/json/keys.json has ${kinds.map((k) => k.text).join(' | ')}`)
  seen.add(kind.text)
  if (kind.shape) checkShape(value, kind.shape)
  if (kind.array) for (const one of value) check(one, kind.array, `${where}[]`, seen)
  if (kind.table) for (const one of Object.values(value)) check(one, kind.table, `${where}{}`, seen)
}

function checkShape(value, shape) {
  const keys = table.get(shape)
  for (const key of Object.keys(value)) if (!keys.has(key)) complain(`an answer has ${shape}.${key}, which src/view/json/keys.json lacks`)
  for (const [key, { kinds, optional, seen }] of keys) {
    const there = key in value
    seen.add(there ? 'present' : 'absent')
    if (there) check(value[key], kinds, `${shape}.${key}`, seen)
    else if (!optional) complain(`an answer lacks ${shape}.${key}`)
  }
}

/** The kinds of a type that answers should show. */
const wanted = (kinds, unseen) => kinds.flatMap((k) => (unseen[k.text] ? [] : [k.text, ...wanted(k.array ?? k.table ?? [], unseen)]))

function checkSeen() {
  for (const [shape, keys] of [...table].filter(([name]) => !slow[name]))
    for (const [key, { kinds, optional, unseen, seen }] of keys) {
      const all = unseen.present ? [] : ['present', ...(optional ? ['absent'] : []), ...wanted(kinds, unseen)]
      for (const kind of all)
        if (!seen.has(kind)) complain(`no answer shows ${shape}.${key} as ${kind}, and src/view/json/keys.json does not say why`)
      for (const kind of Object.keys(unseen))
        if (seen.has(kind)) complain(`an answer shows ${shape}.${key} as ${kind}; src/view/json/keys.json says that none does`)
    }
}

/* ---- the tables of fields in C against the table ---- */

function checkFields() {
  const folder = join(ALEA_SOURCE, 'src', 'view', 'json')
  const known = new Set([...table.values()].flatMap((keys) => [...keys.keys()]))
  let named = 0
  for (const file of readdirSync(folder).filter((name) => name.endsWith('_json.c'))) {
    if (typeof elsewhere[file] === 'string') continue
    const text = readFileSync(join(folder, file), 'utf8'), others = elsewhere[file]?.keys ?? []
    for (const [, key] of text.matchAll(/(?:ALEA__[A-Z_]+\((?:\w+,\s*)?|alea__json_put\(&\w+,\s*)"(\w+)"/g)) {
      named++
      if (!known.has(key) && !others.includes(key)) complain(`src/view/json/${file} has the key ${key}, which src/view/json/keys.json lacks`)
    }
    for (const key of others) if (!text.includes(`"${key}"`)) complain(`src/view/json/keys.json says that ${file} has ${key}; it has not`)
  }
  if (named < 300) complain(`only ${named} keys were found in src/view/json; does this test still read them?`)
}

/* ---- answers ---- */

const { ALEA } = process.env
if (!existsSync(join(ALEA_WEB, 'alea.wasm'))) {
  console.log(`skipped: there is no ${ALEA_WEB}/alea.wasm; run make web`)
  process.exit(77)
}
const { open } = await import(pathToFileURL(join(ALEA_WEB, 'alea.mjs')))
const engine = await open({ threads: 1 })

/** The record of a game, up to its end or for so many steps. The person in it undoes a decision and gives up a turn. */
const record = async (game, seats, { order, steps = Infinity } = {}) => {
  let s = await engine.call({ do: 'play.open', game, seats, seed: 3, order })
  let undo = true, forfeit = true
  while (s.waits !== 'over' && steps-- > 0) {
    if (s.waits === 'person' && !undo && forfeit) {
      forfeit = false
      s = await engine.call({ do: 'play.forfeit', id: s.id })
      continue
    }
    s = await (s.waits === 'person'
      ? engine.call({ do: 'play.choose', id: s.id, move: (s.shortlist ?? s.moves.map((m) => m.move))[0] })
      : engine.call({ do: 'play.step', id: s.id }))
    if (undo && s.undo.length) {
      undo = false
      s = await engine.call({ do: 'play.undo', id: s.id })
    }
  }
  await engine.call({ do: 'play.close', id: s.id })
  return s.record
}
const always = (name, dice) => `return { ${name && `name = "${name}", `}decide = function(view) return ${dice} end }`
const files = {
  'bad.lua': 'return { decide = function() error("no") end }', 'five.lua': always('Five', 5), 'two.lua': always('', 2), 'wrong.lua': 'return',
  'same.lua': 'return { memory = "match", decide = function(view) return view.turn < 2 and view.total < view.goal end }',
  'fails.lua': 'return { memory = "match", moved = function() error("no") end, decide = function(view) return false end }',
  'hold.lua': 'return { name = "Hold", decide = function(view) return view.turn < 20 and view.total < view.goal and "roll" or "hold" end }',
}
const duel = await record('pig', ['hold(20)', 'hold(10)']), alone = await record('despirala', ['greedy'])
const trio = await record('pig(players=3,goal=20)', ['hold(5)', 'random', 'hold(8)'])
const person = await record('pig(goal=20)', ['Ann', 'hold(8)'], { order: 'roll' }), begun = await record('pig', ['hold(20)', 'hold(10)'], { steps: 5 })

/** Answers that together show all keys and kinds, with the shape of each if it is not that of its command. */
const requests = [
  [{ do: 'games' }], ...['pig', 'hog', 'despirala', 'pig-pen', 'red-and-black', 'hog-piggy'].map((game) => [{ do: 'rules', game }]),
  [{ do: 'rules', game: 'coin-pig', check: true, small: 'goal=4' }, 'CheckResult'],
  [{ do: 'solve', game: 'pig' }], [{ do: 'solve', game: 'piglet(players=3)' }], [{ do: 'solve', game: 'hog' }], [{ do: 'solve', game: 'pig-solitaire' }],
  [{ do: 'solve', game: 'pig(goal=10)', sweeps: true }, 'SweepsResult'],
  [{ do: 'ask', game: 'pig', position: 'scores=22,0 turn=20' }], [{ do: 'ask', game: 'pig', position: 'scores=1,0' }], [{ do: 'ask', game: 'hog', position: 'scores=3,5' }], [{ do: 'ask', game: 'pig', position: 'scores=100,0' }],
  [{ do: 'eval', game: 'pig', bots: ['hold(20)', 'hold(25)'] }], [{ do: 'eval', game: 'pig-solitaire', bots: ['hold(20)'] }], [{ do: 'eval', game: 'pig-pen(goal=20)', bots: ['hold(5)', 'hold(9)'], for: 'money' }],
  [{ do: 'eval', game: 'hog(goal=20)', bots: ['five.lua', 'always(4)'], files }],
  [{ do: 'best', game: 'pig', bots: 'hold(20)' }], [{ do: 'best', game: 'hog(goal=10)', bots: ['always(3)'], 'scores-only': true }, 'ScoresOnlyResult'],
  [{ do: 'verify', game: 'pig' }], [{ do: 'verify', game: 'hog(goal=20)' }],
  [{ do: 'learn', game: 'piglet(goal=4)', bots: ['same.lua'], games: 10, files }], [{ do: 'learn', game: 'piglet(goal=4)', bots: ['fails.lua'], against: ['hold(1)'], games: 10, files }],
  [{ do: 'learn', game: 'piglet(goal=4,players=3)', bots: ['same.lua'], against: ['hold(1)', 'hold(2)'], games: 10, files }], [{ do: 'learn', game: 'pig-solitaire(goal=20,turns=3)', bots: ['same.lua'], games: 10, files }],
  [{ do: 'run', game: 'pig', bots: ['hold(20)', 'random'], games: 500, analytics: true }], [{ do: 'run', game: 'pig', bots: ['hold(20)', 'random'], games: 1, analytics: true }],
  [{ do: 'run', game: 'despirala', bots: ['greedy'], games: 100 }], [{ do: 'run', game: 'despirala', bots: ['greedy'], games: 1 }],
  [{ do: 'run', game: 'pig', bots: ['hold(20)', 'bad.lua'], games: 100, files }], [{ do: 'run', game: 'pig', bots: ['hold(20)', 'hold.lua'], games: 100, files }], [{ do: 'run', game: 'pig-pen', bots: ['hold(20)', 'hold(9)'], games: 100 }],
  [{ do: 'stats', game: 'despirala', bots: ['greedy'], games: 100 }],
  [{ do: 'replay', record: duel }], [{ do: 'replay', record: alone }], [{ do: 'replay', record: person, 'taken-back': true }], [{ do: 'replay', record: begun }],
  [{ do: 'review', record: duel }], [{ do: 'review', record: trio, rollouts: 50 }], [{ do: 'review', record: person }],
  [{ do: 'contest', game: 'hog', entries: ['five.lua', 'two.lua', 'wrong.lua'], files }],
  [{ do: 'tournament', game: 'pig', bots: ['hold(15)', 'hold(20)', 'hold(25)'] }], [{ do: 'tournament', game: 'pig', bots: ['hold(15)', 'hold.lua', 'bad.lua'], games: 1000, files }],
  [{ do: 'tournament', game: 'pig', bots: ['hold(20)', 'hold.lua'], games: 2, files }],
  [{ do: 'compare', game: 'pig', bots: ['hold(20)', 'hold(25)'] }],
]

for (const [request, shape = `${request.do[0].toUpperCase()}${request.do.slice(1)}Result`] of requests) {
  try { checkShape(await engine.call(request), shape) } catch (e) { complain(`${JSON.stringify(request).slice(0, 200)}: ${e.message}`) }
}
engine.close()

/** What takes the engine in the browser half a minute; the native program prints the same. */
const printed = [[['solve', 'despirala', '--samples', '1'], 'SampledResult'], [['stats', 'despirala'], 'StatsResult']]
for (const [words, shape] of printed) checkShape(JSON.parse(execFileSync(ALEA, [...words, '--json'], { maxBuffer: 1 << 28 })), shape)
checkSeen()
checkFields()

for (const text of complaints) console.log(text)
if (complaints.length) process.exitCode = 1
else console.log(`${requests.length + printed.length} answers fit src/view/json/keys.json and show all of it`)
