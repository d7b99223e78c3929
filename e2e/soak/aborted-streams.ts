import { readFileSync, readdirSync } from 'node:fs'
import { ask } from '../fake-upstream/behaviour.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { closeStand, MODEL, openStand } from '../harness/stand.ts'

/** Callers who leave in the middle of a stream, many times over: nothing of them may stay behind in the server. */

const TOTAL = Number(process.argv[2] ?? 20_000)
const PARALLEL = 100
const WARM_UP = 1000

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

const stand = await openStand()
const { weir, fake, token } = stand

const leaveEarly = async (): Promise<void> => {
  const controller = new AbortController()
  try {
    const response = await fetch(`${weir.url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: { authorization: `Bearer sk-${token.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: MODEL,
        stream: true,
        messages: [{ role: 'user', content: ask({ events: 50, waits: 'between-events' }) }],
      }),
    })
    await response.body?.getReader().read()
  } finally {
    controller.abort()
  }
}

const run = async (count: number): Promise<void> => {
  let left = count
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while (left-- > 0) await leaveEarly().catch(() => undefined)
    }),
  )
  await eventually('every upstream to be closed', () =>
    fake.journal.every(({ wasAborted, isFinished }) => wasAborted || isFinished) ? true : undefined,
  )
}

const measure = () => ({ megabytes: Math.round(residentMegabytes(weir.pid)), descriptors: descriptors(weir.pid) })

await run(WARM_UP)
const before = measure()
const startedAt = performance.now()
for (let done = 0; done < TOTAL; done += WARM_UP) {
  fake.journal.length = 0
  await run(Math.min(WARM_UP, TOTAL - done))
}
const seconds = (performance.now() - startedAt) / 1000
const isBack = ({ megabytes, descriptors: open }: ReturnType<typeof measure>): boolean =>
  open <= before.descriptors * 1.1 + 10 && megabytes <= before.megabytes * 1.1
const busy = measure()
// The runtime collects when it is idle for a while.
await eventually('memory and descriptors to be back', () => (isBack(measure()) ? true : undefined), { withinMs: 60_000 }).catch(
  () => undefined,
)
const after = measure()
process.stdout.write(`${TOTAL} streams abandoned in ${seconds.toFixed(0)} s, every upstream closed\n`)
process.stdout.write(
  `before: ${before.megabytes} MB, ${before.descriptors} descriptors\nat the end: ${busy.megabytes} MB\nafter:  ${after.megabytes} MB, ${after.descriptors} descriptors\n`,
)
await closeStand(stand)
process.exit(isBack(after) ? 0 : 1)
