import { MAX_PAGE_SIZE } from '@weir/contract/envelope'

/** With the rows of a page added to it, it is still a number that is exact. */
const MAX_OFFSET = Number.MAX_SAFE_INTEGER - MAX_PAGE_SIZE

/** Where a page starts and how long it is, from the contract's page query. */
export const toPage = (query: { readonly p: number; readonly page_size: number }) => ({
  offset: Math.min(query.p * query.page_size, MAX_OFFSET),
  limit: query.page_size,
})

/** Searches are not paged on this wire; a reader goes no further than this. */
export const SEARCH_LIMIT = 100
