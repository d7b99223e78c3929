import { expect, it } from 'bun:test'
import { U1, U100, token } from '../acceptance/harness/fixtures.ts'
import { held, ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

acceptance('what is left while it is saved', (open) => {
  it('a token that was created after its form was left is not offered once more as a draft', async () => {
    const { reply, release } = held()
    const answers = { ...answersNaming('app'), 'POST /api/token/': () => reply }
    await using visit = await open({ user: U100, path: '/token/add', answers })
    await visit.id('field-name').fill('one')
    await visit.id('btn-save').click()
    await visit.api.called('POST /api/token/')
    await visit.id('nav-about').click()
    await visit.id('btn-confirm').click()
    await visit.arrives('/about')
    release(ok(token(1)))
    await visit.toast('success', '已保存「one」')
    expect(visit.path).toBe('/about')
    await visit.id('nav-token').click()
    await visit.id('btn-add').click()
    expect(await visit.id('field-name').inputValue()).toBe('')
    expect(await visit.id('draft-notice').count()).toBe(0)
  })

  it('a user who was created after the form was left does not lead back to the list', async () => {
    const { reply, release } = held()
    const answers = { ...answersNaming('app'), 'POST /api/user/': () => reply }
    await using visit = await open({ user: U100, path: '/user/add', answers })
    await visit.id('field-username').fill('mia')
    await visit.id('field-password').fill('a long password')
    await visit.id('btn-save').click()
    await visit.api.called('POST /api/user/')
    await visit.id('nav-about').click()
    await visit.id('btn-confirm').click()
    await visit.arrives('/about')
    release(ok())
    await visit.toast('success', '已保存「mia」')
    await visit.settle()
    expect(visit.path).toBe('/about')
  })

  it('the answer to a price whose drawer was closed leaves the drawer that is open now', async () => {
    const { reply, release } = held()
    const sheet = { model: 'gpt-4o', vendor: 'openai', mode: 'chat', price: { input: 3, output: 12 } }
    const known = { model: 'gpt-4o', sheet, catalog: sheet, ratios: {}, channels: [], revision: 'r1' }
    const answers = { ...answersNaming('app'), 'GET /api/prices/model': ok(known), 'PUT /api/prices/model': () => reply }
    await using visit = await open({ user: U100, path: '/pricing', answers })
    await visit.row(2).getByTestId('act-open').click()
    await visit.id('field-input').fill('2.75')
    await visit.id('btn-save').click()
    await visit.api.called('PUT /api/prices/model')
    await visit.page.keyboard.press('Escape')
    await visit.id('price-drawer').waitFor({ state: 'detached' })
    await visit.row(3).getByTestId('act-open').click()
    await visit.id('field-input').fill('7')
    release(ok())
    await visit.toasts('success').waitFor()
    await visit.settle()
    expect(await visit.id('field-input').inputValue()).toBe('7')
    expect(visit.path).toBe('/pricing')
  })

  it('an account that was deleted is signed out, also when the dialog is closed before that', async () => {
    const { reply, release } = held()
    const answers = { ...answersNaming('app'), 'DELETE /api/user/self': ok(), 'GET /api/user/logout': () => reply }
    await using visit = await open({ user: U1, path: '/setting', answers })
    await visit.id('btn-delete-account').click()
    await visit.id('field-confirm').fill(U1.username)
    await visit.id('btn-delete-confirm').click()
    await visit.api.called('GET /api/user/logout')
    await visit.page.keyboard.press('Escape')
    await visit.id('btn-delete-confirm').waitFor({ state: 'detached' })
    release(ok())
    await visit.arrives('/login')
    expect(await visit.stored('user')).toBe(null)
  })
})
