import { describe, expect, it } from 'bun:test'
import type { ListPrice } from '@weir/contract/catalog/entry'
import type { ChargedRow } from '@weir/store/corrections/charged-rows'
import { pricesOfSheets, runReprice } from './reprice.ts'

const price = { model: 1, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 }
const usage = { input: 100, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' }

/** A hundred tokens of input at two dollars per million: a hundred units. */
const row = (over: Partial<ChargedRow> = {}): ChargedRow => ({
  requestId: 'r',
  userId: 1,
  tokenId: 0,
  channelId: 0,
  model: 'm',
  charged: 100,
  detail: JSON.stringify({ price, usage }),
  isOwnerDeleted: false,
  ...over,
})

const repriced = async (
  rows: readonly ChargedRow[],
  {
    input,
    isApplied = true,
    now = { input, output: input },
  }: { readonly input: number; readonly isApplied?: boolean; readonly now?: ListPrice },
) => {
  const booked: number[][] = []
  const summary = await runReprice({
    corrections: {
      chargedRows: async function* () {
        yield await Promise.resolve({ rows, unlogged: 4 })
        yield { rows: [], unlogged: 3 }
      },
      book: (changed) => {
        booked.push(changed.map(({ cost }) => cost))
        return Promise.resolve({ rows: changed.length, credited: 0, debited: 0, deleted: 0 })
      },
    },
    query: { start: 0, end: 1, models: ['m', 'free', ...new Set(rows.map(({ model }) => model))] },
    priceFor: pricesOfSheets([{ model: 'm', vendor: 'v', mode: 'chat', price: now, aliases: ['other'] }]),
    isApplied,
  })
  return { ...summary, booked }
}

const incomplete = JSON.stringify({ price, usage: { ...usage, input: 'many' } })

describe('rows at another price', () => {
  it('are counted by what became of them', async () => {
    const rows = [
      row(),
      row({ userId: 2, charged: 50 }),
      row({ detail: incomplete }),
      row({ detail: '{}' }),
      row({ detail: '{}', charged: 0 }),
      row({ detail: '{"imported":true}', charged: 70 }),
      row({ detail: '{"imported":true}', charged: 0 }),
      row({ model: 'free' }),
      row({ isOwnerDeleted: true }),
    ]
    expect(await repriced(rows, { input: 1 })).toEqual({
      models: [
        { model: 'm', rows: 2, changed: 1, charged: 150, cost: 100 },
        { model: 'free', rows: 0, changed: 0, charged: 0, cost: 0 },
      ],
      credited: 50,
      debited: 0,
      users: 1,
      // the incomplete one, two of another program, one without figures and one without a price; nothing was charged for the sixth
      unreadable: 5,
      deleted: 1,
      unlogged: 7,
      booked: [[50]],
    })
  })

  it('cost more where the price has risen', async () => {
    expect(await repriced([row(), row({ userId: 2 })], { input: 4 })).toMatchObject({
      credited: 0,
      debited: 200,
      users: 2,
      booked: [[200, 200]],
    })
  })

  it('that cost the same are not booked', async () => {
    expect(await repriced([row()], { input: 2 })).toMatchObject({ users: 0, booked: [] })
  })

  it('are computed and not booked where nobody asked for that', async () => {
    expect(await repriced([row()], { input: 1, isApplied: false })).toMatchObject({ credited: 50, booked: [] })
  })

  it('keep the ratio of the group that they were charged by', async () => {
    const detail = JSON.stringify({ price: { ...price, group: 0.5 }, usage })
    expect(await repriced([row(), row({ detail, charged: 50 })], { input: 4 })).toMatchObject({ booked: [[200, 100]] })
    const slower = JSON.stringify({ price: { ...price, group: 0.5 }, usage: { ...usage, tier: 'flex' } })
    const now = { input: 4, service: { flex: { input: 2 } } }
    // 100 tokens at two dollars per million, at half of it
    expect(await repriced([row({ detail: slower })], { input: 4, now })).toMatchObject({ booked: [[50]] })
  })

  it('of pictures cost what their size costs now, in their group', async () => {
    const picture = { size: '1024x1024', quality: 'hd', count: 2, units: 6000 }
    const detail = JSON.stringify({ price: { ...price, group: 0.5 }, usage: { ...usage, input: 2000, unit: 'image', picture } })
    const images = [{ size: '1024x1024', quality: 'hd', price: 0.08 }]
    // two pictures at 40 000 units, at half of it; by the weights of their size, six at 10 000
    expect(await repriced([row({ detail })], { input: 0, now: { perImage: 0.02, images } })).toMatchObject({ booked: [[40_000]] })
    expect(await repriced([row({ detail })], { input: 0, now: { perImage: 0.02 } })).toMatchObject({ booked: [[30_000]] })
  })

  it('of another name of the model are charged by its sheet', async () => {
    expect(await repriced([row({ model: 'other' })], { input: 4 })).toMatchObject({ booked: [[200]] })
  })
})
