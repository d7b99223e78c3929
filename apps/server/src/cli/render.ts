export const renderJson = (value: unknown): string => JSON.stringify(value ?? null, undefined, 2)

/** Signs that end a line or steer a terminal, from names that anybody may have chosen. */
const STEERING = /[\p{Cc}\u2028\u2029]/gu

const plain = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.replace(STEERING, ' ')
}

const MAX_WIDTH = 60
const shortened = (text: string): string => (text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH - 1)}…` : text)

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/gu

/** A terminal gives a Chinese character two places. */
const widthOf = (text: string): number => [...text].length + (text.match(WIDE)?.length ?? 0)

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** One line for each row below the names of the columns. */
export const renderTable = <T extends object>(rows: readonly T[], columns: Readonly<Record<string, (row: T) => unknown>>): string => {
  const names = Object.keys(columns)
  const lines = [names, ...rows.map((row) => Object.values(columns).map((read) => shortened(plain(read(row)))))]
  const widths = names.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at] ?? ''))))
  return lines
    .map((line) =>
      line
        .map((cell, at) => padded(cell, widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** One line for each field, whole. */
export const renderRecord = (record: object): string => {
  const entries = Object.entries(record)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`.trimEnd()).join('\n')
}

/** Epoch seconds. */
export const renderTime = (seconds: number): string =>
  seconds > 0 ? new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ') : ''
