import { microsSince, threadTimes } from '../cpu-time.ts'
import { inTurn, sendParallel } from '../turns.ts'
import type { Weir } from '../weir.ts'
import { isWhole, requestOf, type WireCase } from './cases.ts'

export interface WireLoad {
  readonly isStream: boolean
  /** Of every case in every slice: short, because the machine changes its speed and has other work. */
  readonly requests: number
  /** How often every case has its turn in a round. */
  readonly slices: number
  readonly parallel: number
  readonly rounds: number
  /** Requests of every case before the first round: a runtime that compiles while it serves would be measured compiling. */
  readonly warmUp: number
}

export interface WireFigures {
  readonly item: WireCase
  readonly isStream: boolean
  readonly tokenName: string
  /** Microseconds of processor time for one request, round by round. */
  readonly micros: number[]
  /** All there were, those before the first round too. */
  answers: number
  failures: number
}

type Send = (total: number) => Promise<void>

interface Measured {
  readonly figures: WireFigures
  readonly send: Send
}

const senderOf = (weir: Weir, figures: WireFigures, { key, parallel }: { readonly key: string; readonly parallel: number }): Send => {
  const { item, isStream } = figures
  const { path, headers, body } = requestOf(item, isStream, key)
  const one = async (): Promise<void> => {
    const reply = await fetch(`${weir.base}${path}`, { method: 'POST', headers, body })
    const text = await reply.text()
    if (reply.status === 200 && isWhole(item, isStream, text)) figures.answers++
    else if (figures.failures++ === 0) process.stderr.write(`${figures.tokenName}: ${reply.status} ${text.slice(0, 400)}\n`)
  }
  return (total) => sendParallel(one, total, parallel)
}

/** All cases in turn: whatever else the machine does meets all of them. */
const measureRound = async (pid: number, measured: readonly Measured[], { slices, requests }: WireLoad): Promise<void> => {
  const used = new Map<Measured, number>()
  for (let slice = 0; slice < slices; slice++) {
    for (const one of inTurn(measured, slice)) {
      const before = threadTimes([pid])
      await one.send(requests)
      used.set(one, (used.get(one) ?? 0) + microsSince(before, [pid]))
    }
  }
  for (const [{ figures }, micros] of used) figures.micros.push(micros / (slices * requests))
}

export const measureWires = async (weir: Weir, cases: readonly WireCase[], load: WireLoad): Promise<readonly WireFigures[]> => {
  const { isStream, parallel } = load
  const measured: Measured[] = []
  for (const item of cases) {
    const tokenName = `${item.id}, ${isStream ? 'stream' : 'whole'}`
    const figures: WireFigures = { item, isStream, tokenName, micros: [], answers: 0, failures: 0 }
    measured.push({ figures, send: senderOf(weir, figures, { key: await weir.addToken(tokenName), parallel }) })
  }
  for (const { send } of measured) await send(load.warmUp)
  for (let round = 0; round < load.rounds; round++) await measureRound(weir.pid, measured, load)
  return measured.map(({ figures }) => figures)
}
