/* The engine of the page in Node, for `alea bench web`; web_engine.c starts it. For each line {"request", "seconds"} on standard
   input it repeats the request until it has worked for so many seconds, and answers with a line {"seconds", "answer"}: how long
   the work of one run took, and what the last one answered.

   The engine runs on the main thread, and the clock that it reads shows the processor time of this thread. So the `seconds` of its
   answers are processor time of the work alone: opening the game and writing the answer do not count. */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

performance.now = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e3
}

const site = pathToFileURL(`${process.argv.at(-1)}/`)
const { serve } = await import(new URL('alea-worker.mjs', site))
const wasm = await WebAssembly.compile(await readFile(new URL('alea.wasm', site)))

let handle = null
let reply = null
await serve({ postMessage: (message) => (reply = message), onMessage: (handler) => (handle = handler) }, { wasm, stop: null })

function answer(request) {
  handle({ id: 1, request, progress: false })
  if (reply.error) throw new Error(reply.error.message)
  return reply.answer
}

for await (const line of createInterface({ input: process.stdin })) {
  const { request, seconds } = JSON.parse(line)
  let runs = 0
  let spent = 0
  let last
  try {
    do {
      last = answer(request)
      spent += last.seconds
      runs++
    } while (spent < seconds)
    console.log(JSON.stringify({ seconds: spent / runs, answer: last }))
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }))
  }
}
