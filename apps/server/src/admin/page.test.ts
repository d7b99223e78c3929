import { describe, expect, it } from 'bun:test'
import { foundOf, pageOf, toPage } from './page.ts'
import { Reply } from './reply.ts'

const all = Array.from({ length: 120 }, (_, at) => at)
const listing = {
  read: ({ offset, limit }: { readonly offset: number; readonly limit: number }) => Promise.resolve(all.slice(offset, offset + limit)),
  count: () => Promise.resolve(all.length),
}

describe('a page', () => {
  it.each([
    [0, 10, 0],
    [3, 10, 30],
    [9_007_199_254_740_991, 100, 9_007_199_254_740_891],
  ])('%d of %d rows starts at row %d', (p, page_size, offset) => {
    expect(toPage({ p, page_size })).toEqual({ offset, limit: page_size })
  })

  it('counts from 0, and from 1 for callers of new-api, who read the total beside it', async () => {
    expect(await pageOf({ p: 1, page_size: 2 }, false, listing)).toEqual([2, 3])
    for (const [p, page, rows] of [
      [0, 1, [0, 1]],
      [1, 1, [0, 1]],
      [2, 2, [2, 3]],
    ] as const)
      expect(await pageOf({ p, page_size: 2 }, true, listing)).toEqual(new Reply([...rows], { page: { total: 120, page, page_size: 2 } }))
  })
})

describe('a search', () => {
  const search = (limit: number) => Promise.resolve(all.slice(0, limit))

  it('finds a hundred at most, whatever page is asked for', async () => {
    expect(await foundOf({ p: 5, page_size: 10 }, false, search)).toEqual(all.slice(0, 100))
  })

  it('is paged for callers of new-api', async () => {
    expect(await foundOf({ p: 2, page_size: 3 }, true, search)).toEqual(
      new Reply([3, 4, 5], { page: { total: 100, page: 2, page_size: 3 } }),
    )
  })
})
