import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { Circuits } from '../channel-health.ts'
import type { Clock } from '../ports.ts'

const FAILURES_TO_OPEN = 5
const DOUBTS_TO_OPEN = 3
const REST_MS = 30_000
const MAX_REST_MS = 300_000
const MAX_KNOWN = 10_000

/** A probe that has not come back by then is lost: its caller left, or an earlier channel answered. */
const PROBE_MS = 30_000

interface Circuit {
  failures: number
  openings: number
  restsUntil: number
  /** Half-open: until then one request is out to see whether the channel has recovered. */
  probesUntil: number
  /** Reports that no request can have caused, since the last rest for them. */
  doubts: number
  /** A rest that no answer ends early: a channel that invents figures answers well. */
  distrustedUntil: number
}

/** What the other processes must know to keep the same circuits. */
export interface CircuitChange {
  readonly kind: 'failed' | 'mended' | 'probing' | 'distrusted'
  readonly channelId: number
  readonly model: string
  readonly retryAfterMs?: number | undefined
}

export interface KnownCircuits extends Circuits {
  /** A change in another process. */
  readonly receive: (change: CircuitChange) => void
  readonly openCount: () => number
}

const restEnd = (circuit: Circuit | undefined): number => (circuit ? Math.max(circuit.restsUntil, circuit.distrustedUntil) : 0)

/** Failures that say something about the channel's health; a wrong call or key does not. */
const isUnhealthy = (fault: UpstreamFault | 'none'): boolean =>
  fault === 'overloaded' || fault === 'unreachable' || fault === 'too-slow' || fault === 'broken' || fault === 'rate-limited'

/**
 * A breaker per channel and model: after several failures in a row the pair rests, longer each time; then one request probes it.
 * An upstream that names its own waiting time is believed at once.
 */
export const createCircuitBreakers = (clock: Clock, tell: (change: CircuitChange) => void = () => undefined): KnownCircuits => {
  const circuits = new Map<string, Circuit>()
  const nameOf = (channelId: number, model: string) => `${channelId} ${model}`

  const circuitFor = (name: string): Circuit => {
    const known = circuits.get(name)
    if (known !== undefined) return known
    if (circuits.size >= MAX_KNOWN) circuits.clear()
    const fresh: Circuit = { failures: 0, openings: 0, restsUntil: 0, probesUntil: 0, doubts: 0, distrustedUntil: 0 }
    circuits.set(name, fresh)
    return fresh
  }

  const fail = (circuit: Circuit, retryAfterMs: number | undefined): void => {
    circuit.failures++
    circuit.probesUntil = 0
    if (retryAfterMs !== undefined) circuit.restsUntil = Math.max(circuit.restsUntil, clock() + Math.min(retryAfterMs, MAX_REST_MS))
    if (circuit.failures < FAILURES_TO_OPEN) return
    circuit.openings++
    circuit.restsUntil = Math.max(circuit.restsUntil, clock() + Math.min(REST_MS * circuit.openings, MAX_REST_MS))
  }

  const distrust = (circuit: Circuit): void => {
    circuit.doubts++
    if (circuit.doubts < DOUBTS_TO_OPEN) return
    circuit.doubts = 0
    circuit.distrustedUntil = clock() + MAX_REST_MS
  }

  const mend = (name: string): boolean => {
    const circuit = circuits.get(name)
    if (circuit === undefined) return false
    if (circuit.doubts === 0 && circuit.distrustedUntil <= clock()) return circuits.delete(name)
    const isResting = circuit.failures > 0 || circuit.restsUntil > 0
    Object.assign(circuit, { failures: 0, openings: 0, restsUntil: 0, probesUntil: 0 })
    return isResting
  }

  /** False when nothing changed. */
  const apply = ({ kind, channelId, model, retryAfterMs }: CircuitChange): boolean => {
    const name = nameOf(channelId, model)
    switch (kind) {
      case 'failed':
        fail(circuitFor(name), retryAfterMs)
        return true
      case 'mended':
        return mend(name)
      case 'probing':
        circuitFor(name).probesUntil = clock() + PROBE_MS
        return true
      case 'distrusted':
        distrust(circuitFor(name))
        return true
    }
  }

  const change = (made: CircuitChange): void => {
    if (apply(made)) tell(made)
  }

  return {
    isOpen: (channelId, model) => {
      // Nothing has failed: the usual case builds no name.
      if (circuits.size === 0) return false
      const circuit = circuits.get(nameOf(channelId, model))
      if (circuit === undefined) return false
      const now = clock()
      if (circuit.distrustedUntil > now) return true
      if (circuit.restsUntil === 0) return false
      if (circuit.restsUntil > now || circuit.probesUntil > now) return true
      change({ kind: 'probing', channelId, model })
      return false
    },
    record: ({ channelId, model, fault, retryAfterMs }) => {
      if (isUnhealthy(fault)) change({ kind: 'failed', channelId, model, retryAfterMs })
      else if (circuits.size > 0) change({ kind: 'mended', channelId, model })
    },
    distrust: (channelId, model) => change({ kind: 'distrusted', channelId, model }),
    receive: (change) => void apply(change),
    isResting: (channelId, model) => restEnd(circuits.get(nameOf(channelId, model))) > clock(),
    openCount: () => [...circuits.values()].filter((circuit) => restEnd(circuit) > clock()).length,
  }
}
