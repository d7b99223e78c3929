import { expect, it } from 'bun:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../../tools/testing/eventually.ts'
import { U100 } from '../acceptance/harness/fixtures.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import type { Visit } from '../acceptance/harness/visit.ts'
import { answersNaming } from './screens.ts'

const store = (tab: Page, key: string, value: string) => tab.evaluate(`localStorage.setItem('${key}', '${value}')`)

/** A page of the same origin that has none of the console's code. */
const otherTab = async (visit: Visit): Promise<Page> => {
  const other = await visit.context.newPage()
  await other.goto(`${visit.origin}/api/status`)
  return other
}

const root = (visit: Visit, property: string) => visit.page.evaluate<string>(`document.documentElement.${property}`)
const become = (visit: Visit, property: string, wanted: string) =>
  eventually(`${property} ${wanted}`, async () => ((await root(visit, property)) === wanted ? true : undefined))

acceptance('what is chosen in another tab', (open) => {
  it('the language is followed both ways, and what is typed stays', async () => {
    await using visit = await open({ user: U100, path: '/token/add', answers: answersNaming('app') })
    await visit.id('field-name').fill('typed in Chinese')
    const other = await otherTab(visit)
    await store(other, 'ui.lang', 'en')
    await visit.page.getByRole('heading', { name: 'Create a token' }).waitFor()
    await become(visit, 'lang', 'en')
    expect(await visit.id('field-name').inputValue()).toBe('typed in Chinese')
    await store(other, 'ui.lang', 'zh')
    await become(visit, 'lang', 'zh-CN')
    await visit.page.getByRole('heading', { name: '创建令牌' }).waitFor()
    expect([await visit.id('field-name').inputValue(), visit.errors]).toEqual(['typed in Chinese', []])
  })

  it('the theme is followed', async () => {
    await using visit = await open({ user: U100, path: '/token', answers: answersNaming('app') })
    await become(visit, 'dataset.theme', 'light')
    await store(await otherTab(visit), 'ui.theme', 'dark')
    await become(visit, 'dataset.theme', 'dark')
  })

  it('signing out is followed to the sign-in page', async () => {
    await using visit = await open({ user: U100, path: '/token', answers: answersNaming('app') })
    await visit.id('search').waitFor()
    await (await otherTab(visit)).evaluate(`localStorage.removeItem('user')`)
    await visit.arrives('/login')
  })
})
