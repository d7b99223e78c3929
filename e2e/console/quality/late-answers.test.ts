import { expect, it } from 'bun:test'
import { U100, channel } from '../acceptance/harness/fixtures.ts'
import { fail, held, httpError, okWith } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

acceptance('answers that come late or not at all', (open) => {
  it('a refused sign-in keeps what was typed while it was awaited', async () => {
    const { reply, release } = held()
    await using visit = await open({ path: '/login', answers: { 'POST /api/user/login': () => reply } })
    await visit.id('field-username').fill('mai')
    await visit.id('field-password').fill('a password')
    await visit.id('btn-login').click()
    await visit.api.called('POST /api/user/login')
    await visit.id('field-username').fill('mia')
    release(fail('用户名或密码错误'))
    await visit.toast('error', '用户名或密码错误')
    await visit.settle()
    expect([await visit.id('field-username').inputValue(), await visit.id('field-password').inputValue()]).toEqual(['mia', 'a password'])
  })

  it('says that the channels to delete could not be read', async () => {
    const listed = okWith({ data: [channel(5)], total: 40 })
    const answers = { ...answersNaming('app'), 'GET /api/channel/': listed, 'GET /api/channel/search': httpError(500, 'broken') }
    await using visit = await open({ user: U100, path: '/channel', answers })
    await visit.row(5).waitFor()
    await visit.id('btn-delete-disabled').click()
    await visit.toast('error', '服务器内部错误')
    expect(await visit.id('btn-confirm').count()).toBe(0)
    expect(visit.errors).toEqual([])
  })
})
