import { expect, it } from 'bun:test'
import { listBudgets } from '@weir/contract/budget'
import { listOptions } from '@weir/contract/site'
import { eventually } from '../../../tools/testing/eventually.ts'
import { MODEL, ownLogs } from '../../harness/stand.ts'
import { ROOT_PASSWORD, journey, logIn } from './journey.ts'

const LOST_MODEL = 'model-that-is-lost'

journey('an operator who sets up routing and budgets', (at) => {
  const stored = async (name: string) => (await at().stand.root.call(listOptions, {})).find(({ key }) => key === name)?.value

  it('is told which group has a wrong order, and saves the right one', async () => {
    const { stand, page } = at()
    await page.goto(`${stand.weir.url}/login`)
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.waitForURL('**/token')
    await page.goto(`${stand.weir.url}/setting?tab=operation`)
    await page.getByTestId('field-GroupRouting').fill('{"default":"cheapest"}')
    await page.getByTestId('btn-save-routing').click()
    await page.locator('[data-kind="error"]').filter({ hasText: 'default: ' }).waitFor()
    expect(await stored('GroupRouting')).toBe('{}')
    await page.getByTestId('field-GroupRouting').fill('{"default":"cost"}')
    await page.getByTestId('field-ModelSubstitutes').fill(JSON.stringify({ [LOST_MODEL]: [MODEL] }))
    await page.getByTestId('btn-save-routing').click()
    await page.locator('[data-kind="success"]').first().waitFor()
    await eventually('both options', async () => ((await stored('GroupRouting')) === '{"default":"cost"}' ? true : undefined))
    expect(await stored('ModelSubstitutes')).toBe(`{"${LOST_MODEL}":["${MODEL}"]}`)
  })

  it('sees in the explanation that the cheapest comes first, and what it costs', async () => {
    const { stand, page } = at()
    await page.goto(`${stand.weir.url}/channel`)
    await page.getByTestId('btn-route').click()
    const field = page.locator('[data-testid="field-route-model"] input, input[data-testid="field-route-model"]').first()
    await field.fill(MODEL)
    await field.press('Tab')
    await page.getByTestId('btn-explain').click()
    await page.getByTestId('route-strategy').filter({ hasText: '最便宜的渠道优先' }).waitFor()
    // 15 and 60 cents a million, for a thousand tokens each way; a dollar is 500 000 units.
    await page.getByTestId('routes').filter({ hasText: '375 额度' }).waitFor()
  })

  it('sees in the log which model a substitute stood in for', async () => {
    const { stand, page, errors } = at()
    await stand.openai.chat.completions.create({ model: LOST_MODEL, messages: [{ role: 'user', content: 'hi' }] })
    await eventually('the row', async () => ((await ownLogs(stand.root)).length > 0 ? true : undefined))
    await page.goto(`${stand.weir.url}/log`)
    await page.getByTestId('act-detail').first().click()
    const drawer = page.getByTestId('log-drawer')
    await drawer.filter({ hasText: LOST_MODEL }).filter({ hasText: '由替补模型响应' }).waitFor()
    expect(errors).toEqual([])
  })

  it('makes a budget, sees what is left of it, lowers it and deletes it', async () => {
    const { stand, page, errors } = at()
    await page.goto(`${stand.weir.url}/setting?tab=operation`)
    await page.getByTestId('btn-budget-add').click()
    await page.getByTestId('field-budget_scope_id').fill(String(stand.token.id))
    await page.getByTestId('field-budget_limit').fill('2')
    await page.getByTestId('btn-budget-save').click()
    const section = page.getByTestId('section-budgets')
    await section
      .filter({ hasText: `令牌「${stand.token.name}」` })
      .filter({ hasText: '每天 2 次请求' })
      .filter({ hasText: '剩余 2 / 2' })
      .waitFor()
    await stand.openai.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content: 'hi' }] })
    await page.goto(`${stand.weir.url}/setting`)
    await page.getByTestId('section-own-budgets').filter({ hasText: '剩余 1 / 2' }).waitFor()
    await page.goto(`${stand.weir.url}/setting?tab=operation`)
    await page.getByTestId('btn-budget-edit').click()
    await page.getByTestId('field-budget_limit').fill('1')
    await page.getByTestId('btn-budget-save').click()
    await section.filter({ hasText: '剩余 0 / 1' }).waitFor()
    await page.getByTestId('btn-budget-delete').click()
    await page.getByTestId('btn-confirm').click()
    await section.filter({ hasNotText: '每天 1 次请求' }).waitFor()
    expect(await stand.root.call(listBudgets, { query: {} })).toEqual([])
    expect(errors).toEqual([])
  })
})
