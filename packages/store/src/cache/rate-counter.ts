export interface RateWindow {
  readonly max: number
  readonly seconds: number
}

/** Counts calls in a window that begins with the first of them. */
export interface RateCounter {
  /** 0 when the call was counted; else how many seconds until the window ends. A refused call is not counted. */
  take(key: string, window: RateWindow): Promise<number>
  /** Takes one call back, for those that turn out not to count. */
  giveBack(key: string): Promise<void>
}
