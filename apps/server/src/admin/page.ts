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

/** What a search brings at once; those who want more ask for the pages after it. */
export const SEARCH_LIMIT = MAX_PAGE_SIZE

interface Listing<T> {
  readonly read: (page: Page) => Promise<readonly T[]>
  readonly count: () => Promise<number>
}

const firstFromOne = ({ p }: PageQuery): number => Math.max(p, 1)

const newApiPage = async <T>(query: PageQuery, { read, count }: Listing<T>): Promise<Reply<T[]>> => {
  const page = firstFromOne(query)
  const rows = await read(toPage({ ...query, p: page - 1 }))
  return new Reply([...rows], { page: { total: await count(), page, page_size: query.page_size } })
}

/** One page of a list: the rows alone, or with the total around them where the caller reads that. */
export const pageOf = async <T>(query: PageQuery, isNewApi: boolean, listing: Listing<T>): Promise<T[] | Reply<T[]>> =>
  isNewApi ? await newApiPage(query, listing) : [...(await listing.read(toPage(query)))]

/** The same with the total beside the rows for everyone else. */
export const countedPageOf = async <T>(query: PageQuery, isNewApi: boolean, listing: Listing<T>): Promise<Reply<T[]>> => {
  if (isNewApi) return await newApiPage(query, listing)
  return new Reply([...(await listing.read(toPage(query)))], { extra: { total: await listing.count() } })
}

/** What a search found: the first hundred at once and the pages after them when asked, or pages from the first where the caller reads those. */
export const foundOf = <T>(query: PageQuery, isNewApi: boolean, listing: Listing<T>): Promise<Reply<T[]>> =>
  countedPageOf(isNewApi || query.p > 0 ? query : { p: 0, page_size: SEARCH_LIMIT }, isNewApi, listing)
