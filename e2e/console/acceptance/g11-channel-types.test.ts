import { expect, it } from 'bun:test'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import { U10, channel } from './harness/fixtures.ts'
import { ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'

acceptance('G11 types in the channel list', (open) => {
  it('C-221 shows type 0 as unknown', async () => {
    await using visit = await open({ user: U10, path: '/channel', answers: { 'GET /api/channel/': ok([channel(5, { type: 0 })]) } })
    await visit.cell(5, 'type').getByText(zh['channel.type.unknown']).waitFor()
  })

  const typeCells = async (types: readonly number[]) => {
    await using visit = await open({
      user: U10,
      path: '/channel?keyword=all',
      answers: { 'GET /api/channel/search': ok(types.map((type) => channel(type, { type }))) },
    })
    await visit.row(types[0] ?? 0).waitFor()
    const cellOf = async (type: number) => {
      const badge = visit.cell(type, 'type').locator('[data-color]')
      return { text: await badge.textContent(), color: await badge.getAttribute('data-color') }
    }
    return await Promise.all(types.map(cellOf))
  }

  const named = (cells: readonly { readonly text: string | null }[]) => cells.every(({ text }) => text !== '' && !text?.includes('未知'))

  it('C-222 names the first family of types, each differently', async () => {
    const cells = await typeCells([1, 3, 14, 33, 11, 24, 28])
    expect(named(cells)).toBe(true)
    expect(new Set(cells.map(({ text }) => text)).size).toBe(7)
  })

  it('C-223 names the Chinese providers', async () => {
    expect(named([...(await typeCells([15, 17, 18, 16, 19, 25])), ...(await typeCells([23, 26, 27, 31, 32, 36]))])).toBe(true)
  })

  it('C-224 names the other providers', async () => {
    expect(named([...(await typeCells([29, 30, 34, 35, 37, 38])), ...(await typeCells([39, 8, 22, 21, 20]))])).toBe(true)
  })

  it('C-225 names the resellers', async () => {
    expect(named(await typeCells([2, 5, 7, 10, 4, 6, 9, 12, 13]))).toBe(true)
  })

  it('C-226 gives every type a colour', async () => {
    expect(channelTypes.filter(({ color }) => color.length === 0)).toEqual([])
    for (const { color } of await typeCells([1, 14, 33, 8, 5])) expect(color).toMatch(/^[a-z]+$/)
  })
})
