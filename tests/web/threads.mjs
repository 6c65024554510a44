/* The engine with threads answers as with one, stops and reports while threads work, and ends with its threads.
 *
 *   node threads.mjs    with $ALEA_WEB (build/web) */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { ALEA_WEB } = process.env
if (!existsSync(join(ALEA_WEB, 'alea-threads.wasm'))) {
  console.log(`skipped: there is no ${ALEA_WEB}/alea-threads.wasm; run make web`)
  process.exit(77)
}
const address = pathToFileURL(join(ALEA_WEB, 'alea.mjs'))
const { open } = await import(address)
const refused = (promise) => promise.then((answer) => assert.fail(`answered ${JSON.stringify(answer).slice(0, 200)}`), (error) => error)

const files = {
  'five.lua': 'return function(view) return 5 end',
  'near.lua': 'return function(view) return (view.own + 3 * view.opponent) % 7 + 1 end',
  'bad.lua': 'return function(view) error("no") end',
  'steady.lua': 'return function(view) return view.turn < 20 and view.total < view.goal end',
}
const requests = [
  { do: 'run', game: 'pig', bots: ['hold(20)', 'hold(25)'], games: 300001, seed: 3 },
  { do: 'run', game: 'pig-pen', bots: ['hold(20)', 'random(0.7)', 'steady.lua'], games: 5000, seed: 3, analytics: true, files },
  { do: 'stats', game: 'despirala', bots: ['greedy'], games: 20000, seed: 3 },
  { do: 'solve', game: 'despirala' },
  { do: 'solve', game: 'two-dice-pig(goal=30)', for: 'win' },
  { do: 'eval', game: 'two-dice-pig', bots: ['hold(20)', 'hold(25)'] },
  { do: 'best', game: 'pig', bots: 'hold(20)' },
  { do: 'verify', game: 'two-dice-pig(goal=30)' },
  { do: 'contest', game: 'hog', entries: ['five.lua', 'near.lua', 'bad.lua', 'always(6)'], files },
  { do: 'tournament', game: 'pig(goal=40)', bots: ['hold(20)', 'steady.lua', 'random(0.8)'], games: 60, seed: 3, files },
  { do: 'map', game: 'hog' },
]

/** An answer as text, without what depends on the machine. */
function told(answer) {
  const ours = new Set(['seconds', 'games_per_second', 'threads', 'time'])
  return JSON.stringify(answer, (key, value) => (ours.has(key) ? undefined : ArrayBuffer.isView(value) ? [...value] : value))
}

const folders = []

/** The engine that is opened with two threads in a folder without alea-threads.wasm, or where a thread has another script. */
async function openBroken(script) {
  const folder = mkdtempSync(join(tmpdir(), 'alea-threads-'))
  folders.push(folder)
  const names = ['alea.mjs', 'alea-worker.mjs', 'alea-core.mjs', 'alea.wasm', 'alea-more.wasm']
  if (script !== undefined) names.push('alea-threads.wasm', 'alea-threads-core.mjs')
  for (const name of names) copyFileSync(join(ALEA_WEB, name), join(folder, name))
  if (script !== undefined) writeFileSync(join(folder, 'alea-threads-core.worker.js'), script)
  return (await import(pathToFileURL(join(folder, 'alea.mjs')))).open({ threads: 2 })
}

const scripted = existsSync(join(ALEA_WEB, 'alea-threads-core.worker.js')) // newer Emscriptens have no script of a thread to be broken
if (!scripted) console.log('# threads that fail are not tried: they have no script of their own')
const silent = scripted && openBroken('self.onmessage = () => {}') // takes the ten seconds that threads have to start

const expected = new Map()
for (const threads of [1, 2, 4]) {
  const engine = await open({ threads })
  assert.equal(engine.threads, threads)
  for (const request of requests) {
    const answer = await engine.call(request), name = `${request.do} ${request.game}`
    if (threads === 1) expected.set(name, told(answer))
    else assert.equal(told(answer), expected.get(name), `${name} with ${threads} threads`)
    if (request.do === 'run' && request.game === 'pig') assert.equal(answer.threads, threads)
  }
  console.log(`ok the same ${requests.length} answers with ${threads} threads`)
  engine.close()
}

const engine = await open({ threads: 2 })
const long = { do: 'run', game: 'pig', bots: ['hold(20)', 'hold(25)'], games: '1e11', seed: 1 }
{
  const reports = [], stop = new AbortController()
  let stopped
  const error = await refused(engine.call(long, { signal: stop.signal, progress: (p) => reports.push(p) === 3 && ((stopped = performance.now()), stop.abort()) }))
  assert.equal(error.name, 'AbortError')
  assert.ok(performance.now() - stopped < 900, 'the work stops by itself, before its worker would be ended')
  assert.ok(reports.length === 3 && reports[0].total === 1e11 && reports[0].unit === 'games' && reports[2].done > reports[0].done, JSON.stringify(reports))
  console.log('ok progress comes from threads, and they stop')
}
{
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 300)
  const answer = await engine.call(long, { signal: stop.signal, keep: true })
  assert.ok(answer.stopped && answer.games > 0 && answer.games < answer.asked)
  console.log('ok a stopped run gives what it has')
}
{
  const before = await engine.call({ do: 'solve', game: 'pig(goal=1000)' }) // the memory grows while threads have it
  const after = await engine.call({ do: 'solve', game: 'pig(goal=1000)' })
  assert.equal(told(after), told(before))
  const { cells } = await engine.call({ do: 'map', game: 'pig(goal=300)', bot: 'hold(20)' })
  assert.equal(cells[0], 20)
  console.log('ok answers after the memory has grown')
}
{
  const opened = await engine.call({ do: 'play.open', game: 'pig', seats: ['Ann', 'Bob'], seed: 9 })
  const played = await engine.call({ do: 'play.step', id: opened.id })
  assert.equal((await refused(engine.call(null))).status, 'CRASHED') // not a request: the worker fails and is restarted
  assert.equal((await engine.call({ do: 'play.state', id: opened.id })).record, played.record)
  const answer = await engine.call(requests[0])
  assert.deepEqual([answer.threads, told(answer)], [2, expected.get('run pig')])
  console.log('ok games go on after the engine was started anew, with its threads')
}
if (scripted) {
  // A thread whose first call of JavaScript after a second and a half fails, as if it had run out of its stack.
  const script = readFileSync(join(ALEA_WEB, 'alea-threads-core.worker.js'), 'utf8')
  const failing = script.replace('Module["instantiateWasm"]=((info,receiveInstance)=>{', `$&
    const born = Date.now()
    for (const functions of Object.values(info))
      for (const [name, f] of Object.entries(functions))
        if (typeof f === 'function')
          functions[name] = (...values) => {
            if (Date.now() - born > 1500) throw new WebAssembly.RuntimeError('trap')
            return f(...values)
          };`)
  assert.notEqual(failing, script)
  const engine = await openBroken(failing)
  assert.equal(engine.threads, 2)
  const error = await refused(engine.call(long))
  assert.equal(error.status, 'CRASHED')
  assert.match(error.message, /one of its threads has failed|trap/)
  assert.ok((await engine.call({ do: 'version' })).version)
  engine.close()
  console.log('ok a thread that fails ends the request, and the engine is started anew')
}
if (existsSync('/proc/self/task')) {
  // Each thread reads the files that it judges, and only the engine's own thread has the file system.
  const used = (id) => {
    try {
      return Number(readFileSync(`/proc/self/task/${id}/stat`, 'latin1').split(') ')[1].split(' ')[11])
    } catch {
      return 0 // of an engine that was closed before, and has just ended
    }
  }
  const ticks = () => new Map(readdirSync('/proc/self/task').map((id) => [id, used(id)]))
  const files = {}
  for (let i = 0; i < 20; i++) files[`s${i}.lua`] = `return function(view) return (view.own * ${i + 1} + 3 * view.opponent) % 9 + 1 end -- ${i}`
  const before = ticks()
  await engine.call({ do: 'contest', game: 'hog', entries: Object.keys(files), files })
  const [most, second] = [...ticks()].map(([id, now]) => now - (before.get(id) ?? 0)).sort((a, b) => b - a)
  assert.ok(second > most / 4, `one thread took ${most} ticks, the other ${second}`)
  console.log('ok two threads judge the files of a contest')
}
engine.close()
assert.equal((await refused(engine.call({ do: 'version' }))).status, 'CRASHED')

for (const threads of [0, -1, 1.5, 'two', NaN]) assert.equal((await refused(open({ threads }))).status, 'E_USAGE')
console.log('ok a number of threads that is none is refused')

for (const without of [await openBroken(), ...(scripted ? [await openBroken('throw new Error("no")'), await silent] : [])]) {
  assert.equal(without.threads, 1)
  assert.equal(told(await without.call(requests[0])), expected.get('run pig'))
  without.close()
}
console.log('ok where threads cannot be started, or never answer, there is one')

// Node ends by itself with an engine that was closed, and with one that is idle.
const ends = join(folders[0], 'ends.mjs')
writeFileSync(ends, `
const { open } = await import(${JSON.stringify(address.href)})
const closed = await open({ threads: 3 }), idle = await open({ threads: 3 })
await idle.call({ do: 'version' })
closed.close()
console.log(closed.threads, idle.threads)
`)
assert.equal(execFileSync(process.execPath, [ends], { encoding: 'utf8', timeout: 30000 }), '3 3\n')
for (const folder of folders) rmSync(folder, { recursive: true })
console.log('ok Node ends by itself')
