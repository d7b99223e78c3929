const QUARTER = 900

/**
 * The beginning of the slot that a time lies in. In every zone of the world a month begins at a quarter of an hour of the first or of the last day
 * of a month in UTC: these days are kept by quarters, and what lies between them together. So no slot is cut by the beginning of a month.
 */
export const slotStart = (time: number): number => {
  const date = new Date(time * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const second = Date.UTC(year, month, 2) / 1000
  const last = Date.UTC(year, month + 1, 0) / 1000
  return time >= second && time < last ? second : time - (time % QUARTER)
}

/** Whether sums of slots tell exactly what came before this time. */
export const isSlotStart = (time: number): boolean => slotStart(time) === time
