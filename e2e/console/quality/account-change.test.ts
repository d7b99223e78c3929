import { expect, it } from 'bun:test'
import { U1, U100, token } from '../acceptance/harness/fixtures.ts'
import { held, ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

const LIST = 'GET /api/token/'

acceptance('another account in the same browser', (open) => {
  it('who signs in over another account sees nothing of it while the own answer is awaited', async () => {
    const { reply } = held()
    const answers = { ...answersNaming('app'), [LIST]: ok([token(5, { name: 'of the first' })]), 'POST /api/user/login': ok(U1) }
    await using visit = await open({ user: U100, path: '/token', answers })
    await visit.row(5).waitFor()
    await visit.page.evaluate(`history.pushState({}, '', '/login'); dispatchEvent(new PopStateEvent('popstate'))`)
    visit.api.answer(LIST, () => reply)
    await visit.id('field-username').fill('second')
    await visit.id('field-password').fill('a password')
    await visit.id('btn-login').click()
    await visit.arrives('/token')
    await visit.api.called(LIST, 2)
    await visit.page.locator('main [aria-busy="true"]').first().waitFor()
    expect(await visit.rowIds()).toEqual([])
  })

  it('a tab follows the account that was signed in over its own in another tab', async () => {
    const answers = { ...answersNaming('app'), [LIST]: ok([token(5, { name: 'of the first' })]) }
    await using visit = await open({ user: U100, path: '/token', answers })
    await visit.row(5).waitFor()
    await visit.id('search').fill('typed by the first')
    visit.api.answer(LIST, ok([token(6, { name: 'of the second' })]))
    const other = await visit.context.newPage()
    await other.goto(`${visit.origin}/api/status`)
    await other.evaluate(`localStorage.setItem('user', ${JSON.stringify(JSON.stringify(U1))})`)
    await visit.row(6).waitFor()
    expect(await visit.rowIds()).toEqual([6])
    expect(await visit.id('search').inputValue()).toBe('')
    expect(await visit.id('nav-channel').count()).toBe(0)
  })
})
