/** Where a page starts and how long it is, from the contract's page query. */
export const toPage = (query: { readonly p: number; readonly page_size: number }) => ({
  offset: Math.min(query.p * query.page_size, Number.MAX_SAFE_INTEGER),
  limit: query.page_size,
})

/** Searches are not paged on this wire; nobody reads further than this. */
export const SEARCH_LIMIT = 100
