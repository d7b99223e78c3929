import { expect, it } from 'bun:test'
import { U1, overview, token } from '../acceptance/harness/fixtures.ts'
import { ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'

acceptance('numbers in the playground', (open) => {
  it('stay as they were typed, and nothing is sent until they can be read', async () => {
    const answers = { 'GET /api/user/overview': ok(overview({ tokens: [token(7, { name: 'app' })], models: ['gpt-4o'] })) }
    await using visit = await open({ user: U1, path: '/playground', viewport: { width: 1440, height: 900 }, answers })
    await visit.id('field-temperature').fill('0,5')
    await visit.id('field-topP').fill('０．５')
    await visit.id('field-maxTokens').fill('0')
    const problems = visit.page.locator('aside').getByRole('alert')
    expect(await problems.allTextContents()).toEqual(['温度：请填写 0 到 2 之间的数', '最多输出：请填写 1 到 1073741823 之间的整数'])
    expect(await visit.id('field-temperature').inputValue()).toBe('0,5')
    await visit.id('field-message').fill('hi')
    expect(await visit.id('btn-send').isDisabled()).toBe(true)
    await visit.id('field-temperature').fill('0.5')
    await visit.id('field-maxTokens').fill('1,500')
    expect(await problems.count()).toBe(0)
    expect(await visit.id('btn-send').isDisabled()).toBe(false)
  })
})
