import { expect, it } from 'bun:test'
import { ST_FULL, U100 } from '../acceptance/harness/fixtures.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

const RULES = { zh: '8 到 128 位，不能是常见密码或用户名。', en: '8 to 128 characters; not a common password, not the username.' } as const

const forms = [
  ['registration', '/register', undefined],
  ['the own profile', '/user/edit', U100],
  ['a new user', '/user/add', U100],
  ['another user', '/user/edit/2', U100],
] as const

acceptance('a form that takes a new password', (open) => {
  for (const language of ['zh', 'en'] as const) {
    it.each(forms)(`says the rule in ${language}, to readers of the field as well: %s`, async (_, path, user) => {
      const storage = { 'ui.lang': language }
      await using visit = await open({ ...(user && { user }), path, status: ST_FULL, storage, answers: answersNaming('app') })
      const field = visit.id('field-password')
      await field.waitFor()
      expect(await visit.page.getByText(RULES[language]).count()).toBe(1)
      const described = (await field.getAttribute('aria-describedby')) ?? ''
      expect(await visit.page.locator(`[id="${described}"]`).textContent()).toContain(RULES[language])
    })
  }

  it('is none behind the link of a reset: the server makes the password', async () => {
    await using visit = await open({ path: '/user/reset?email=a%40b.example&token=t1', status: ST_FULL, answers: answersNaming('app') })
    await visit.id('btn-reset-confirm').waitFor()
    expect(await visit.page.locator('input[type="password"]').count()).toBe(0)
  })
})
