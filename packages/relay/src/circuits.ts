import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { Circuits, Clock } from './ports.ts'

const FAILURES_TO_OPEN = 5
const REST_MS = 30_000
const MAX_REST_MS = 300_000
const MAX_KNOWN = 10_000

interface Circuit {
  failures: number
  openings: number
  restsUntil: number
  /** Half-open: one request is out to see whether the channel has recovered. */
  isProbing: boolean
}

export interface KnownCircuits extends Circuits {
  /** Looks without asking to be let through. */
  readonly isResting: (channelId: number, model: string) => boolean
  readonly openCount: () => number
}

/** Failures that say something about the channel's health; a wrong call or key does not. */
const isUnhealthy = (fault: UpstreamFault | 'none'): boolean =>
  fault === 'overloaded' || fault === 'unreachable' || fault === 'too-slow' || fault === 'broken' || fault === 'rate-limited'

/**
 * A breaker per channel and model: after several failures in a row the pair rests, longer each time; then one request probes it.
 * An upstream that names its own waiting time is believed at once.
 */
export const createCircuits = (clock: Clock): KnownCircuits => {
  const circuits = new Map<string, Circuit>()
  const nameOf = (channelId: number, model: string) => `${channelId} ${model}`

  const circuitFor = (name: string): Circuit => {
    const known = circuits.get(name)
    if (known !== undefined) return known
    if (circuits.size >= MAX_KNOWN) circuits.clear()
    const fresh: Circuit = { failures: 0, openings: 0, restsUntil: 0, isProbing: false }
    circuits.set(name, fresh)
    return fresh
  }

  const fail = (circuit: Circuit, retryAfterMs: number | undefined): void => {
    circuit.failures++
    circuit.isProbing = false
    if (retryAfterMs !== undefined) circuit.restsUntil = Math.max(circuit.restsUntil, clock() + Math.min(retryAfterMs, MAX_REST_MS))
    if (circuit.failures < FAILURES_TO_OPEN) return
    circuit.openings++
    circuit.restsUntil = Math.max(circuit.restsUntil, clock() + Math.min(REST_MS * circuit.openings, MAX_REST_MS))
  }

  return {
    isOpen: (channelId, model) => {
      const circuit = circuits.get(nameOf(channelId, model))
      if (circuit === undefined || circuit.restsUntil === 0) return false
      if (circuit.restsUntil > clock() || circuit.isProbing) return true
      circuit.isProbing = true
      return false
    },
    record: ({ channelId, model, fault, retryAfterMs }) => {
      const name = nameOf(channelId, model)
      if (isUnhealthy(fault)) return fail(circuitFor(name), retryAfterMs)
      circuits.delete(name)
    },
    isResting: (channelId, model) => (circuits.get(nameOf(channelId, model))?.restsUntil ?? 0) > clock(),
    openCount: () => [...circuits.values()].filter((circuit) => circuit.restsUntil > clock()).length,
  }
}
