import type { Ports, RelaySettings } from '../ports.ts'
import type { Wait } from './read-body.ts'
import type { UpstreamDeadline } from './upstream-deadline.ts'

type Timeouts = Pick<RelaySettings, 'firstByteTimeoutMs' | 'idleTimeoutMs'>

/** What these settings are unless the operator sets them. Lower ones are meant for every model. */
const USUAL: Timeouts = { firstByteTimeoutMs: 120_000, idleTimeoutMs: 60_000 }
/** OpenAI's models that work on an answer for many minutes, and say nothing meanwhile. */
const SLOW = /(?:^|\/)(?:gpt-|o\d)[\w.-]*-pro(?:-\d|$)|deep-research/
const HOUR_MS = 3_600_000
/** Vendors' clients wait that long for a whole answer. */
const WHOLE_ANSWER_MS = 600_000
/** A stream of OpenAI's names the thought it begins, and is silent until it has ended. */
const THOUGHT_MS = 300_000

interface AskedModel {
  readonly model: string
  readonly isReasoning: boolean
  readonly isStream: boolean
}

const leastFor = ({ model, isReasoning, isStream }: AskedModel): Timeouts | undefined => {
  if (SLOW.test(model)) return { firstByteTimeoutMs: HOUR_MS, idleTimeoutMs: HOUR_MS }
  if (!isReasoning) return undefined
  return isStream ? { firstByteTimeoutMs: 0, idleTimeoutMs: THOUGHT_MS } : { firstByteTimeoutMs: WHOLE_ANSWER_MS, idleTimeoutMs: 0 }
}

const raised = (set: number, usual: number, least: number): number => (set < usual ? set : Math.max(set, least))

/** The same settings, with more time for a model that is known to take it. */
export const patientSettings = <T extends Timeouts>(settings: T, asked: AskedModel): T => {
  const least = leastFor(asked)
  if (least === undefined) return settings
  return {
    ...settings,
    firstByteTimeoutMs: raised(settings.firstByteTimeoutMs, USUAL.firstByteTimeoutMs, least.firstByteTimeoutMs),
    idleTimeoutMs: raised(settings.idleTimeoutMs, USUAL.idleTimeoutMs, least.idleTimeoutMs),
  }
}

interface BodyPorts {
  readonly clock: Ports['clock']
  readonly settings: () => Timeouts
}

/** How a whole answer is waited for: no piece longer than a stream may pause, and all of them no longer than a first byte may take. */
export const patienceWithBody = (link: Pick<UpstreamDeadline, 'within'>, { clock, settings }: BodyPorts): Wait => {
  const { firstByteTimeoutMs, idleTimeoutMs } = settings()
  const end = clock() + firstByteTimeoutMs
  return (work) => link.within(Math.max(1, Math.min(idleTimeoutMs, end - clock())), work)
}
