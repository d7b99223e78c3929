const ROWS_PER_LINE = 100_000

/** Tells how many rows of the log have come over, now and then. */
export const createProgress = (say: (line: string) => void): ((rows: number) => void) => {
  let told = 0
  return (rows) => {
    if (rows - told < ROWS_PER_LINE) return
    told = rows
    say(`${rows} rows of the log have come over`)
  }
}
