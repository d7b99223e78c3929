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
  // By numbers first: a text built of all three would be built with every request.
  const averages = new Map<number, Map<string, number>>()
  let known = 0
  const keyOf = ({ channelId, isStream }: MeasuredChannel): number => channelId * 2 + (isStream ? 1 : 0)

  const add = (key: number, model: string, ms: number): void => {
    if (known >= MAX_KNOWN) {
      averages.clear()
      known = 0
    }
    const models = averages.get(key) ?? new Map<string, number>()
    averages.set(key, models.set(model, ms))
    known++
  }

  return {
    record: (measured, ms) => {
      const key = keyOf(measured)
      const models = averages.get(key)
      const average = models?.get(measured.model)
      if (models === undefined || average === undefined) add(key, measured.model, ms)
      else models.set(measured.model, average + NEWEST * (ms - average))
    },
    of: (measured) => averages.get(keyOf(measured))?.get(measured.model),
  }
}
