import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserPath, leaveBrowser, newContext, sharedBrowser, signIn, watchErrors } from '../harness/browser.ts'
import { buildConsole } from '../harness/console-build.ts'
import { Weir } from '../harness/weir.ts'

const suite = () => {
  let weir: Weir
  let page: Page
  let errors: readonly string[]
  let clicks = 0

  const click = async (testId: string) => {
    clicks += 1
    await page.getByTestId(testId).click()
  }
  const isDone = (step: string) => page.locator(`[data-testid="setup-${step}"][data-done="true"]`).waitFor()

  beforeAll(async () => {
    await buildConsole()
    weir = await Weir.start()
    page = await (await newContext(await sharedBrowser())).newPage()
    errors = watchErrors(page)
  }, 180_000)

  afterAll(async () => {
    await page.context().close()
    await leaveBrowser()
    await weir.close()
  })

  it('keeps a bar about the default password until it is changed', async () => {
    await signIn(page, weir.url, '123456')
    await page.waitForURL('**/user/edit')
    await page.getByTestId('banner-password').getByText('默认密码').waitFor()
    await page.reload()
    await page.getByTestId('banner-password').waitFor()
    await page.getByTestId('field-password').fill('a password of my own')
    await click('btn-save')
    await page.getByTestId('banner-password').waitFor({ state: 'detached' })
  })

  it('leads from an empty server to the first answer in six clicks, without a key of a provider', async () => {
    await click('nav-home')
    await isDone('password')
    expect(await page.getByTestId('setup-progress').textContent()).toBe('已完成 1/5 步')
    expect(await page.getByTestId('btn-setup-close').count()).toBe(0)
    await click('btn-setup-address')
    await isDone('address')
    await click('btn-setup-simulator')
    await isDone('channel')
    await click('btn-setup-token')
    await isDone('token')
    await click('btn-setup-request')
    await page.getByTestId('setup-answer').getByText('你好！').waitFor()
    await isDone('request')
    expect(clicks).toBe(6)
  })

  it('can be put away when everything is done, and does not come back', async () => {
    await page.getByText('设置完成，网关已经可以使用').waitFor()
    await page.getByTestId('btn-setup-close').click()
    await page.getByTestId('setup').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByTestId('btn-reveal').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByTestId('setup').count()).toBe(0)
  })

  it('finds a page by its initials and a channel by its name, by keys alone', async () => {
    await page.keyboard.press('Control+k')
    await page.locator('[data-testid="field-command"]:focus').waitFor()
    await page.keyboard.type('cjlp')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/token/add')
    await page.getByTestId('field-name').press('Control+k')
    await page.getByTestId('field-command').pressSequentially('模拟')
    await page.getByTestId('command-/channel/edit/1').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/channel/edit/1')
  })

  it('chats in the playground with what worked last, and tells the price from the log', async () => {
    await page.getByTestId('nav-playground').click()
    await page.getByTestId('lane-1').getByText('simulator-echo').first().waitFor()
    await page.getByTestId('field-message').fill('ping from the console')
    await page.keyboard.press('Enter')
    await page.getByTestId('playground-answer').getByText('ping from the console').waitFor()
    await page.getByTestId('playground-cost').getByText('$0.000000').waitFor()
    expect(errors).toEqual([])
  })
}

if (browserPath !== undefined) describe('the first run', suite)
