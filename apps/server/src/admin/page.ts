import { MAX_PAGE_SIZE } from '@weir/contract/envelope'
import { Reply } from './reply.ts'

/** With the rows of a page added to it, it is still a number that is exact. */
const MAX_OFFSET = Number.MAX_SAFE_INTEGER - MAX_PAGE_SIZE

interface PageQuery {
  readonly p: number
  readonly page_size: number
}

interface Page {
  readonly offset: number
  readonly limit: number
}

/** Where a page starts and how long it is, from the contract's page query. */
export const toPage = (query: PageQuery): Page => ({
  offset: Math.min(query.p * query.page_size, MAX_OFFSET),
  limit: query.page_size,
})

/** Searches are not paged on this wire; a reader goes no further than this. */
export const SEARCH_LIMIT = 100

interface Listing<T> {
  readonly read: (page: Page) => Promise<readonly T[]>
  readonly count: () => Promise<number>
}

const firstFromOne = ({ p }: PageQuery): number => Math.max(p, 1)

/** One page of a list: the rows alone, or with the total around them where the caller reads that. */
export const pageOf = async <T>(query: PageQuery, isNewApi: boolean, { read, count }: Listing<T>): Promise<T[] | Reply<T[]>> => {
  if (!isNewApi) return [...(await read(toPage(query)))]
  const page = firstFromOne(query)
  const rows = await read(toPage({ ...query, p: page - 1 }))
  return new Reply([...rows], { page: { total: await count(), page, page_size: query.page_size } })
}

/** What a search found: everything at once, or a page of it where the caller reads pages. */
export const foundOf = async <T>(
  query: PageQuery,
  isNewApi: boolean,
  search: (limit: number) => Promise<readonly T[]>,
): Promise<T[] | Reply<T[]>> => {
  const rows = await search(SEARCH_LIMIT)
  const read = ({ offset, limit }: Page) => Promise.resolve(isNewApi ? rows.slice(offset, offset + limit) : rows)
  return await pageOf(query, isNewApi, { read, count: () => Promise.resolve(rows.length) })
}
