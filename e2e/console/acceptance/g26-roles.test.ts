import { expect, it } from 'bun:test'
import { U1, U10, U100, user } from './harness/fixtures.ts'
import { ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'

acceptance('G26 roles', (open) => {
  it('C-603 C-604 asks only for the own things of an ordinary user', async () => {
    await using visit = await open({ user: U1, path: '/log', answers: { 'GET /api/log/self/stat': ok({ quota: 0, token: 0 }) } })
    await visit.api.called('GET /api/log/self/')
    await visit.goto('/setting')
    await visit.id('tab-personal').waitFor()
    await visit.settle()
    for (const name of ['GET /api/log/', 'GET /api/log/stat', 'GET /api/option/']) expect(visit.api.calls(name)).toEqual([])
  })

  it.each([
    ['C-605', U10],
    ['C-606', U100],
  ] as const)('%s opens the settings of the system to role %p', async (_code, admin) => {
    await using visit = await open({ user: admin, path: '/setting' })
    for (const name of ['operation', 'system', 'other']) {
      await visit.id(`tab-${name}`).click()
      await visit.api.called('GET /api/option/')
    }
    for (const name of ['channel', 'redemption', 'user']) await visit.page.locator('nav').getByTestId(`nav-${name}`).waitFor()
  })

  it('C-607 C-608 offers group and quota to admins only', async () => {
    await using bob = await open({ user: U10, path: '/user/edit/2', answers: { 'GET /api/user/2': ok(user(2)) } })
    await bob.id('field-group').waitFor()
    expect(await bob.id('field-quota').isVisible()).toBe(true)
    await using alice = await open({ user: U1, path: '/user/edit' })
    await alice.id('field-username').waitFor()
    expect([await alice.id('field-group').count(), await alice.id('field-quota').count()]).toEqual([0, 0])
  })

  it('C-609 shows an ordinary user nothing of the admin pages', async () => {
    await using visit = await open({ user: U1 })
    for (const path of ['/channel', '/redemption', '/user']) {
      await visit.goto(path)
      await visit.id('state-forbidden').waitFor()
      await visit.expectNoCall(`GET /api${path}/`)
    }
  })

  it('C-610 follows the stored role after a reload', async () => {
    await using visit = await open({ user: U1, path: '/about' })
    await visit.id('nav-token').waitFor()
    expect(await visit.id('nav-channel').count()).toBe(0)
    await visit.page.evaluate(`localStorage.setItem('user', ${JSON.stringify(JSON.stringify({ ...U1, role: 10 }))})`)
    await visit.page.reload()
    await visit.id('nav-channel').waitFor()
  })
})
