import { expect, it } from 'bun:test'
import { listOptions } from '@weir/contract/site'
import { eventually } from '../../../tools/testing/eventually.ts'
import { MODEL, ownLogs } from '../../harness/stand.ts'
import { ROOT_PASSWORD, journey, logIn } from './journey.ts'

const LOST_MODEL = 'model-that-is-lost'

journey('an operator who sets up routing', (at) => {
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
})
