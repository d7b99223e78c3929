export type CsvValue = string | number | boolean

const BOM = String.fromCodePoint(0xfeff)

/** A spreadsheet would run a text that begins like a formula. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cellOf = (value: CsvValue): string => {
  if (typeof value !== 'string') return String(value)
  const text = harmless(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** With a byte order mark: without it the common spreadsheet reads Chinese as another encoding. */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  BOM + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
