import { z } from 'zod'

export interface Envelope<T> {
  readonly success: boolean
  readonly message: string
  readonly data?: T
}

export const PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 100

/** Numbers in a query string arrive as text; anything that is not a whole number means "not given", as existing clients rely on. */
const lenientNumber = (fallback: number) =>
  z
    .union([z.string(), z.number()])
    .optional()
    .catch(undefined)
    .transform((value) => {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      return Number.isSafeInteger(number) ? Number(number) : fallback
    })

export const queryNumber = lenientNumber(0)

/** Pages of new-api's clients begin with 1, those of everyone else with 0. */
export const pageQuery = z.object({
  p: lenientNumber(0).transform((page) => Math.max(0, page)),
  page_size: lenientNumber(PAGE_SIZE).transform((size) => (size < 1 ? PAGE_SIZE : Math.min(size, MAX_PAGE_SIZE))),
})

const SIZE_NAMES = ['page_size', 'ps', 'size'] as const

type SentQuery = Readonly<Record<string, string>>

/** A query whose page has its size as `page_size`, under whichever of the family's names it came. */
export const withPageSize = (sent: SentQuery): SentQuery => {
  const size = SIZE_NAMES.map((name) => sent[name]).find((given) => queryNumber.parse(given) > 0)
  return size === undefined ? sent : { ...sent, page_size: size }
}

export const idParams = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

/** Beside the rows of a list: how many there are on all pages. */
export const listTotal = z.object({ total: z.int().optional() })

/** The rows of a call that is for many; more are sent in several calls. */
export const MAX_IDS = 1000
export const idsBody = z.object({ ids: z.array(z.int().positive()).min(1).max(MAX_IDS) })

/** Replies that carry nothing leave `data` out of the envelope. */
export const noData = z.undefined()

/** Searches take one keyword, trimmed; an empty one matches everything the list would show. The first hundred come at once; clients of new-api read pages. */
export const searchQuery = pageQuery.extend({
  keyword: z
    .string()
    .max(200)
    .default('')
    .transform((keyword) => keyword.trim().replaceAll('\0', '')),
})
