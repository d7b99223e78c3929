import { describe, expect, it } from 'bun:test'
import { U10, channel, redemption, token, user } from './harness/fixtures.ts'
import type { Call } from './harness/fake-api.ts'
import { fail, ok, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import type { Visit } from './harness/visit.ts'

const log = (id: number) => ({
  id,
  user_id: 3,
  created_at: 1_700_000_000,
  type: 2,
  content: '',
  username: 'bob',
  token_name: 't',
  model_name: 'm',
  quota: 1,
  prompt_tokens: 1,
  completion_tokens: 1,
  channel: 1,
})

const lists = [
  { name: 'channel', api: '/api/channel/', make: channel, isSearched: true },
  { name: 'token', api: '/api/token/', make: token, isSearched: true },
  { name: 'redemption', api: '/api/redemption/', make: redemption, isSearched: true },
  { name: 'user', api: '/api/user/', make: user, isSearched: true },
  { name: 'log', api: '/api/log/', make: log, isSearched: false },
] as const

type List = (typeof lists)[number]

const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => from - at)
const rows = ({ make }: List, from: number, count: number) => ids(from, count).map((id) => make(id))

const paged =
  (pages: readonly Reply[]) =>
  ({ query }: Call): Reply =>
    pages[Number(query['p'])] ?? ok([])

const pageButton = (visit: Visit, page: number) => visit.id('pager').locator(`.ant-pagination-item-${page}`)

acceptance('G24 paging of lists', (open) => {
  describe.each(lists.map((list) => [list.name, list] as const))('of %s', (_name, list) => {
    const call = `GET ${list.api}`
    const visitWith = (pages: readonly Reply[], path = `/${list.name}`) => open({ user: U10, path, answers: { [call]: paged(pages) } })

    it('C-583 C-584 C-585 C-586 C-587 C-588 fetches the page after the last loaded one, once', async () => {
      await using visit = await visitWith([ok(rows(list, 20, 10)), ok(rows(list, 10, 4))])
      expect((await visit.api.called(call)).query).toMatchObject({ p: '0' })
      await visit.row(20).waitFor()
      expect(await visit.rowIds()).toEqual(ids(20, 10))
      await pageButton(visit, 2).click()
      expect((await visit.api.called(call, 2)).query).toMatchObject({ p: '1' })
      await visit.row(10).waitFor()
      expect(await visit.rowIds()).toEqual(ids(10, 4))
      await pageButton(visit, 1).click()
      await visit.row(20).waitFor()
      expect(await visit.rowIds()).toEqual(ids(20, 10))
      await pageButton(visit, 2).click()
      await visit.row(10).waitFor()
      await visit.settle()
      expect(visit.api.calls(call)).toHaveLength(2)
    })

    it('C-589 C-590 offers one page where there is no more', async () => {
      await using visit = await visitWith([ok(rows(list, 7, 7))])
      await visit.row(7).waitFor()
      expect(await visit.id('pager').locator('.ant-pagination-item').allTextContents()).toEqual(['1'])
      visit.api.answer(call, ok([]))
      await visit.page.reload()
      await visit.id('state-empty').waitFor()
      expect(await visit.id('pager').locator('.ant-pagination-item').allTextContents()).toEqual(['1'])
    })

    it('C-595 keeps the first page when the second is refused', async () => {
      await using visit = await visitWith([ok(rows(list, 20, 10)), fail('x')])
      await visit.row(20).waitFor()
      await pageButton(visit, 2).click()
      await visit.toast('error', 'x')
      await visit.row(20).waitFor()
      expect(await visit.rowIds()).toEqual(ids(20, 10))
    })

    if (!list.isSearched) return

    it('C-591 C-592 C-593 C-594 searches for exactly what was meant and pages through the result alone', async () => {
      await using visit = await visitWith([ok(rows(list, 3, 3))])
      visit.api.answer(`GET ${list.api}search`, ok(rows(list, 30, 12)))
      await visit.row(3).waitFor()
      await visit.id('search').fill('   ')
      await visit.id('search').press('Enter')
      await visit.expectNoCall(`GET ${list.api}search`)
      expect(await visit.rowIds()).toEqual(ids(3, 3))
      await visit.id('search').fill('  a&b#c ')
      await visit.id('search').press('Enter')
      expect((await visit.api.called(`GET ${list.api}search`)).query).toEqual({ keyword: 'a&b#c' })
      await visit.row(30).waitFor()
      visit.api.forget()
      await pageButton(visit, 2).click()
      await visit.row(20).waitFor()
      expect(await visit.rowIds()).toEqual([20, 19])
      await visit.settle()
      expect(visit.api.calls()).toEqual([])
    })
  })
})
