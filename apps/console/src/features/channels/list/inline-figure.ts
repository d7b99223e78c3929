import { readNumber } from '../../../shared/form/number/read-number.ts'

/** Reads what was typed into an inline field: whole numbers only, nothing for an empty or unreadable text. */
export const parseFigure = (text: string, min = Number.NEGATIVE_INFINITY): number | undefined => {
  const value = Math.trunc(readNumber(text) ?? Number.NaN)
  return !Number.isSafeInteger(value) ? undefined : Math.max(min, value) + 0
}
