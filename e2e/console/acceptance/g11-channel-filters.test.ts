import { expect, it } from 'bun:test'
import { U10, channel } from './harness/fixtures.ts'
import { ok, okWith } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'

const rows = [channel(5), channel(4), channel(3)]

acceptance('G11 filters of the channel list', (open) => {
  it('filters by what the channels have, tells the total, and selects all that match', async () => {
    const none: readonly unknown[] = []
    const facets = { total: 37, type: none, status: none, group: none, model: [{ value: 'gpt-4o', count: 37 }], tag: none }
    const ids = Array.from({ length: 37 }, (_, at) => at + 1)
    await using visit = await open({
      user: U10,
      path: '/channel',
      answers: {
        'GET /api/channel/': okWith({ data: rows, total: 37 }),
        'GET /api/channel/facets': ok(facets),
        'GET /api/channel/ids': ok(ids),
      },
    })
    await visit.row(5).waitFor()
    expect(await visit.id('list-total').textContent()).toBe('共 37 项')
    await visit.id('filter-model').click()
    await visit.id('facet-gpt-4o').click()
    expect((await visit.api.called('GET /api/channel/', 2)).query).toEqual({ p: '0', model: 'gpt-4o' })
    await visit.page.keyboard.press('Escape')
    await visit.page.locator('thead input').click()
    await visit.id('bulk-bar').getByText('已选 3 项').waitFor()
    await visit.id('btn-select-matching').click()
    await visit.id('bulk-bar').getByText('已选 37 项').waitFor()
    expect((await visit.api.called('GET /api/channel/ids')).query).toEqual({ keyword: '', model: 'gpt-4o' })
  })

  it('asks for pages of the size that was chosen, also after a reload', async () => {
    await using visit = await open({ user: U10, path: '/channel', answers: { 'GET /api/channel/': okWith({ data: rows, total: 137 }) } })
    await visit.row(5).waitFor()
    await visit.page.locator('.ant-pagination-options .ant-select').click()
    await visit.page.getByTitle('50 条/页').last().click()
    expect((await visit.api.called('GET /api/channel/', 2)).query).toEqual({ p: '0', page_size: '50' })
    // The rows of the new size come with the answer, and the pages with them.
    await visit.id('pager').locator('.ant-pagination-item').last().filter({ hasText: /^3$/ }).waitFor()
    await visit.page.reload()
    expect((await visit.api.called('GET /api/channel/', 3)).query).toEqual({ p: '0', page_size: '50' })
  })
})
