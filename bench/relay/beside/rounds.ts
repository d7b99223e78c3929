import { cpuSeconds, family, microsSince, threadTimes } from '../cpu-time.ts'
import type { Gateway } from '../gateways.ts'
import { inTurn, sendAtRate, sendParallel } from '../turns.ts'
import { CASES, isWhole, requestOf } from '../wires/cases.ts'

export interface BesideLoad {
  readonly isStream: boolean
  /** So many at a time, or so many every second. */
  readonly pace: { readonly parallel: number } | { readonly rate: number }
  /** Of every gateway in every slice: short, because the machine changes its speed and has other work. */
  readonly requests: number
  /** How often every gateway has its turn in a round. */
  readonly slices: number
  readonly rounds: number
  /** Requests before the first round: a runtime that compiles while it serves would be measured compiling. */
  readonly warmUp: number
}

export interface BesideFigures {
  readonly name: string
  /** Microseconds of processor time for one request, in the gateway's own turns, round by round. */
  readonly micros: number[]
  /** The same from the first turn until all that was put off is done, less what an idle gateway uses. */
  readonly allMicros: number
  /** Milliseconds that each request took, in any order. */
  readonly latencies: readonly number[]
  readonly failures: number
}

interface Measured {
  readonly gateway: Gateway
  readonly pids: readonly number[]
  readonly micros: number[]
  readonly latencies: number[]
  readonly send: (total: number) => Promise<void>
  failures: number
}

const [chat] = CASES

const open = (gateway: Gateway, { isStream, pace }: BesideLoad): Measured => {
  if (chat === undefined) throw new Error('there is no case to send')
  const { body } = requestOf(chat, isStream, '')
  const headers = { 'content-type': 'application/json', authorization: gateway.authorization, ...gateway.headers }
  const one = async (): Promise<void> => {
    const startedAt = performance.now()
    const reply = await fetch(gateway.url, { method: 'POST', headers, body })
    const text = await reply.text()
    measured.latencies.push(performance.now() - startedAt)
    if (reply.status !== 200 || !isWhole(chat, isStream, text)) measured.failures++
  }
  const measured: Measured = {
    gateway,
    pids: family(gateway.pid),
    micros: [],
    latencies: [],
    send: (total) => ('rate' in pace ? sendAtRate(one, total, pace.rate) : sendParallel(one, total, pace.parallel)),
    failures: 0,
  }
  return measured
}

const measureRound = async (all: readonly Measured[], { slices, requests }: BesideLoad): Promise<void> => {
  const used = new Map(all.map((one) => [one, 0]))
  for (let slice = 0; slice < slices; slice++) {
    for (const one of inTurn(all, slice)) {
      const before = threadTimes(one.pids)
      await one.send(requests)
      used.set(one, (used.get(one) ?? 0) + microsSince(before, one.pids))
    }
  }
  for (const [{ micros }, sum] of used) micros.push(sum / (slices * requests))
}

interface Used {
  readonly used: readonly number[]
  readonly seconds: number
}

/** How often gateways are left alone after the last round. What was put off falls into one of these times or another, but not into all. */
const RESTS = 4

/** Seconds that a gateway has used in all, less what it uses when it is idle: in the calmest time after the load. */
const aboveIdle = (at: number, work: Used, rests: readonly Used[]): number => {
  const shareOf = ({ used, seconds }: Used): number => (used[at] ?? 0) / seconds
  const idle = Math.min(...rests.map(shareOf))
  return [work, ...rests].reduce((sum, period) => sum + (shareOf(period) - idle) * period.seconds, 0)
}

/** Seconds of processor time that each has used while `work` was done, and how long that took. */
const usedWhile = async (all: readonly Measured[], work: () => Promise<void>): Promise<Used> => {
  const before = all.map(({ gateway }) => cpuSeconds(gateway.pid))
  const startedAt = performance.now()
  await work()
  return {
    used: all.map(({ gateway }, at) => cpuSeconds(gateway.pid) - (before[at] ?? 0)),
    seconds: (performance.now() - startedAt) / 1000,
  }
}

/** Whatever else the machine does meets all of them: only figures of one round are compared. */
export const measureBeside = async (gateways: readonly Gateway[], load: BesideLoad): Promise<readonly BesideFigures[]> => {
  const all = gateways.map((gateway) => open(gateway, load))
  const restMs = Math.max(...gateways.map((gateway) => gateway.restMs))
  for (const { send } of all) await send(load.warmUp)
  await Bun.sleep(restMs)
  for (const { latencies } of all) latencies.length = 0
  const work = await usedWhile(all, async () => {
    for (let round = 0; round < load.rounds; round++) await measureRound(all, load)
  })
  const rests: Used[] = []
  for (let rest = 0; rest < RESTS; rest++) rests.push(await usedWhile(all, () => Bun.sleep(restMs)))
  const requests = load.rounds * load.slices * load.requests
  return all.map(({ gateway, micros, latencies, failures }, at) => ({
    name: gateway.name,
    micros,
    latencies,
    failures,
    allMicros: (aboveIdle(at, work, rests) * 1e6) / requests,
  }))
}
