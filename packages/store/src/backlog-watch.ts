/** When it is worth its cost to add up rows that have arrived. */
export interface Thresholds {
  /** Fewer are left to readers, which read new rows themselves: the more at once, the fewer sums are written for each. */
  readonly minRows: number
  /** More than this since the last look: requests come so fast that they should not have to share the database. */
  readonly busyRows: number
  /** So many that readers would notice. */
  readonly maxRows: number
}

export const THRESHOLDS: Thresholds = { minRows: 10_000, busyRows: 1000, maxRows: 50_000 }

export interface BacklogWatch {
  /** Given the rows that wait now, at every look of a job that runs every few seconds. */
  look(waiting: number, thresholds: Thresholds): { readonly isBusy: boolean; readonly isDue: boolean }
}

export const createBacklogWatch = (): BacklogWatch => {
  let waitingBefore = 0
  return {
    look(waiting, { minRows, busyRows, maxRows }) {
      const isBusy = waiting - waitingBefore > busyRows
      const isDue = waiting >= minRows && (!isBusy || waiting >= maxRows)
      waitingBefore = isDue ? 0 : waiting
      return { isBusy, isDue }
    },
  }
}
