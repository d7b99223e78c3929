import { expect, it } from 'bun:test'
import { U100, token } from '../acceptance/harness/fixtures.ts'
import { ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

/** In New York the clocks show half past one twice on 2026-11-01: at 05:30 and at 06:30 of UTC. */
const SECOND_HALF_PAST_ONE = Date.UTC(2026, 10, 1, 6, 30) / 1000

acceptance('where clocks are changed', (open) => {
  it('an expiry in the hour that comes twice stays the same while the keyboard passes it', async () => {
    const record = token(7, { name: 'late', expired_time: SECOND_HALF_PAST_ONE })
    const answers = { ...answersNaming('app'), 'GET /api/token/7': ok(record), 'PUT /api/token/': ok(record) }
    await using visit = await open({ user: U100, path: '/token/edit/7', answers, timeZone: 'America/New_York' })
    const field = visit.page.locator('input[data-testid="field-expired_time"]')
    await field.waitFor()
    expect(await field.inputValue()).toBe('2026-11-01 01:30:00')
    await field.focus()
    await visit.page.keyboard.press('Escape')
    await visit.page.keyboard.press('Tab')
    await visit.id('field-name').fill('later')
    await visit.id('btn-save').click()
    expect((await visit.api.called('PUT /api/token/')).body).toMatchObject({ name: 'later', expired_time: SECOND_HALF_PAST_ONE })
  })

  it.each([
    ['/statistics', 'GET /api/statistics/'],
    ['/dashboard', 'GET /api/dashboard'],
  ])('the days of the chart at %s are asked for in the zone of the reader', async (path, call) => {
    await using visit = await open({ user: U100, path, answers: answersNaming('app'), timeZone: 'America/New_York' })
    expect((await visit.api.called(call)).query['time_zone']).toBe('America/New_York')
  })
})
