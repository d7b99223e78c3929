import { describe, expect, it } from 'bun:test'
import { countedPageOf, foundOf, pageOf, toPage } from './page.ts'
import { Reply } from './reply.ts'

const all = Array.from({ length: 120 }, (_, at) => at)
const listing = {
  read: ({ offset, limit }: { readonly offset: number; readonly limit: number }) => Promise.resolve(all.slice(offset, offset + limit)),
  count: () => Promise.resolve(all.length),
}

const totalled = (rows: readonly number[]) => new Reply([...rows], { extra: { total: 120 } })

describe('a page', () => {
  it('has the total beside it where it is counted', async () => {
    expect(await countedPageOf({ p: 1, page_size: 2 }, false, listing)).toEqual(totalled([2, 3]))
    expect(await countedPageOf({ p: 2, page_size: 2 }, true, listing)).toEqual(
      new Reply([2, 3], { page: { total: 120, page: 2, page_size: 2 } }),
    )
  })

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
  it('brings a hundred at once, and the pages after them when asked', async () => {
    expect(await foundOf({ p: 0, page_size: 10 }, false, listing)).toEqual(totalled(all.slice(0, 100)))
    expect(await foundOf({ p: 1, page_size: 100 }, false, listing)).toEqual(totalled(all.slice(100)))
  })

  it('is paged for callers of new-api, to its end', async () => {
    expect(await foundOf({ p: 2, page_size: 3 }, true, listing)).toEqual(
      new Reply([3, 4, 5], { page: { total: 120, page: 2, page_size: 3 } }),
    )
    expect(await foundOf({ p: 2, page_size: 100 }, true, listing)).toEqual(
      new Reply(all.slice(100), { page: { total: 120, page: 2, page_size: 100 } }),
    )
  })
})
