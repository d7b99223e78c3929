/** How long channels take until their answer begins. */
export interface FirstByteTimes {
  record(measured: MeasuredChannel, ms: number): void
  /** Undefined when nothing has been measured yet. */
  of(measured: MeasuredChannel): number | undefined
}

export interface MeasuredChannel {
  readonly channelId: number
  /** The name sent upstream. */
  readonly model: string
  readonly isStream: boolean
}

/** The weight of the newest measurement: ten of them have replaced two thirds of what was known before. */
const NEWEST = 0.1
const MAX_KNOWN = 10_000

/** Exponentially weighted averages. Streams and whole replies are kept apart: the first byte of the latter comes when all is said. */
export const createFirstByteTimes = (): FirstByteTimes => {
  const averages = new Map<string, number>()
  const nameOf = ({ channelId, model, isStream }: MeasuredChannel) => `${channelId} ${isStream ? 's' : 'w'} ${model}`
  return {
    record: (measured, ms) => {
      const name = nameOf(measured)
      const known = averages.get(name)
      if (known === undefined && averages.size >= MAX_KNOWN) averages.clear()
      averages.set(name, known === undefined ? ms : known + NEWEST * (ms - known))
    },
    of: (measured) => averages.get(nameOf(measured)),
  }
}
