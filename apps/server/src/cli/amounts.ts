import { MAX_PAGE_SIZE } from '@weir/contract/envelope'
import { CommandError } from '../commands.ts'
import type { Settings } from '../settings/settings.ts'

export const QUOTA_FORM = 'whole units, or dollars such as 5usd'

export const wholeIn = (flag: string, text: string): number => {
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new CommandError(`${flag} is ${text}: give a whole number`)
  return number
}

/** Units of quota, from units or from dollars. */
export const quotaIn = (flag: string, text: string, settings: Settings): number => {
  const [, amount, unit] = /^(\d{1,16}|\d{1,12}\.\d{1,6}(?=usd))(usd)?$/i.exec(text) ?? []
  const units = Math.round(Number(amount) * (unit === undefined ? 1 : settings.number('QuotaPerUnit')))
  if (!Number.isSafeInteger(units)) throw new CommandError(`${flag} is ${text}: give ${QUOTA_FORM}`)
  return units
}

/** An amount that is to be booked. */
export const bookedIn = (text: string, settings: Settings): number => {
  const units = quotaIn('the amount', text, settings)
  if (units < 1) throw new CommandError(`the amount is ${text}: give at least one unit`)
  return units
}

export const choiceIn = <T extends string>(flag: string, text: string, choices: readonly T[]): T => {
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw new CommandError(`${flag} is ${text}: give ${choices.join(', ')}`)
  return found
}

interface Row {
  readonly id: number
}

/** Page by page; a row that slips to the next page while rows are added is taken once. */
export const allPages = async <T extends Row>(
  read: (page: { readonly p: number; readonly page_size: number }) => Promise<readonly T[]>,
  limit: number,
): Promise<readonly T[]> => {
  const rows = new Map<number, T>()
  for (let p = 0; rows.size < limit; p++) {
    const page = await read({ p, page_size: MAX_PAGE_SIZE })
    for (const row of page) rows.set(row.id, row)
    if (page.length < MAX_PAGE_SIZE) break
  }
  return [...rows.values()].slice(0, limit)
}

/** How many rows a list brings. */
export const limitIn = (text: string | undefined, otherwise = Infinity): number => {
  const limit = text === undefined ? otherwise : wholeIn('--limit', text)
  if (limit < 1) throw new CommandError(`--limit is ${text}: give a whole number from 1 on`)
  return limit
}
