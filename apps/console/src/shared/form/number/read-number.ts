const FULL_WIDTH = /[！-～]/g
const BETWEEN_WIDTHS = 0xfe_e0

/** The full-width signs of a Chinese keyboard as the plain ones. */
export const halfWidth = (text: string): string =>
  text
    .replaceAll(FULL_WIDTH, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - BETWEEN_WIDTHS))
    .replaceAll(/[。｡]/g, '.')
    .replaceAll('−', '-')
    .replaceAll('　', ' ')
    .trim()

/** A comma stands between whole thousands or nowhere: `1,5` may mean 1.5 or 15, `0,500` a half. */
const WRITTEN = /^(?<sign>[+-]?)(?<dollar>\$ ?)?(?<digits>(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(?<power>e[+-]?\d{1,2})?$/i

interface Reading {
  /** A dollar sign may stand before the digits. */
  readonly isMoney?: boolean
}

/** What was typed or pasted; null for nothing, NaN for what is no number or may be read as two. */
export const readNumber = (text: string, { isMoney = false }: Reading = {}): number | null => {
  const plain = halfWidth(text)
  if (plain === '') return null
  const { sign = '', dollar, digits = '', power = '' } = WRITTEN.exec(plain)?.groups ?? {}
  if (digits === '' || (dollar !== undefined && !isMoney)) return Number.NaN
  return Number(`${sign}${digits.replaceAll(',', '')}${power}`)
}

/** As it is shown in a field that can be typed into: no thousands, no powers. */
export const numberText = (value: number | null): string =>
  value === null || Number.isNaN(value) ? '' : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
