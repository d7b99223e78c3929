import { expect, it } from 'bun:test'
import { U100, token } from '../acceptance/harness/fixtures.ts'
import { httpError, ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

const answers = { ...answersNaming('app'), 'GET /api/token/': ok([token(5)]), 'POST /api/user/login': ok(U100) }

acceptance('a question that is open', (open) => {
  it('ends with the session, and does not wait for the next one', async () => {
    await using visit = await open({ user: U100, path: '/token', answers })
    await visit.act(5, 'delete').click()
    await visit.id('btn-confirm').waitFor()
    const other = await visit.context.newPage()
    await other.goto(`${visit.origin}/api/status`)
    await other.evaluate(`localStorage.removeItem('user')`)
    await visit.arrives('/login')
    await visit.id('field-username').fill('second')
    await visit.id('field-password').fill('a password')
    await visit.id('btn-login').click()
    await visit.row(5).waitFor()
    expect(await visit.id('btn-confirm').count()).toBe(0)
    await visit.expectNoCall('DELETE /api/token/5/')
  })

  it('ends with the page that asked it', async () => {
    await using visit = await open({ user: U100, path: '/about', answers })
    await visit.id('nav-token').click()
    await visit.act(5, 'delete').click()
    await visit.id('btn-confirm').waitFor()
    await visit.page.goBack()
    await visit.arrives('/about')
    await visit.id('btn-confirm').waitFor({ state: 'detached' })
    await visit.expectNoCall('DELETE /api/token/5/')
  })

  it('asks for the password where nobody tells which other ways there are', async () => {
    let isConfirmed = false
    await using visit = await open({
      user: U100,
      path: '/setting',
      answers: {
        ...answers,
        'GET /api/user/factor': httpError(500, 'broken'),
        'GET /api/user/token': () => (isConfirmed ? ok('system-token-1') : httpError(428, 'who are you')),
        'POST /api/user/factor/verify': () => {
          isConfirmed = true
          return ok()
        },
      },
    })
    await visit.id('btn-generate-token').click()
    await visit.id('btn-confirm').click()
    await visit.id('field-identity').fill('a password')
    await visit.page.keyboard.press('Enter')
    expect((await visit.api.called('POST /api/user/factor/verify')).body).toEqual({ password: 'a password' })
    await visit.api.called('GET /api/user/token', 2)
  })
})
