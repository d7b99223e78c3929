import { family, residentMegabytes } from './cpu-time.ts'
import { startUpstream, startWeir } from './gateways.ts'
import { sendLoad } from './measure.ts'
import { readdirSync } from 'node:fs'

const EVENTS = 60
const GAP_MS = 2000
/** So many begin in a second, as callers do not all come at once. */
const RATE = 200
const LOOK_EVERY_MS = 1000

interface Held {
  readonly open: number
  readonly megabytes: number
  readonly descriptors: number
}

const look = async (pid: number, metricsUrl: string): Promise<Held> => {
  const text = await fetch(metricsUrl).then(
    (reply) => reply.text(),
    () => '',
  )
  const open = [...text.matchAll(/^weir_open_streams(?:\{[^}]*\})? (\d+)/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
  const descriptors = family(pid).reduce((sum, member) => sum + readdirSync(`/proc/${member}/fd`).length, 0)
  return { open, megabytes: residentMegabytes(pid), descriptors }
}

/** Opens many streams that send a word every two seconds for two minutes, and tells how many ran at once, what failed and what it took. */
export const holdStreams = async (folder: string, streams: number): Promise<string> => {
  const upstream = await startUpstream({ events: EVENTS, gapMs: GAP_MS })
  const gateway = await startWeir(upstream.url, folder)
  const metrics = new URL('/metrics', gateway.url).href
  try {
    const before = await look(gateway.pid, metrics)
    let most = before
    let isDone = false
    const watching = (async () => {
      while (!isDone) {
        const now = await look(gateway.pid, metrics)
        if (now.open >= most.open) most = { ...now, megabytes: Math.max(now.megabytes, most.megabytes) }
        await Bun.sleep(LOOK_EVERY_MS)
      }
    })()
    const { failures, p50 } = await sendLoad(gateway, { isStream: true, total: streams, parallel: streams, rate: RATE })
    isDone = true
    await watching
    const each = ((most.megabytes - before.megabytes) * 1024) / Math.max(1, most.open)
    return (
      `${streams} streams of ${EVENTS} events: ${most.open} at once, ${failures} failed, ${most.megabytes.toFixed(0)} MB ` +
      `(${before.megabytes.toFixed(0)} before, ${each.toFixed(1)} KB a stream), ${most.descriptors} descriptors, ` +
      `p50 ${(p50 / 1000).toFixed(0)} s of ${(EVENTS * GAP_MS) / 1000}`
    )
  } finally {
    await gateway.stop()
    await upstream.stop()
  }
}
