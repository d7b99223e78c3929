import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { LOG_QUOTA_DECIMALS, formatQuota } from '@weir/contract/values/format'
import type { Page } from 'playwright-core'
import { DEFAULT_TEXT, ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { browserPath, leaveBrowser, newContext, sharedBrowser, signIn, watchErrors } from '../harness/browser.ts'
import { buildConsole } from '../harness/console-build.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { MODEL, closeStand, openStand, openaiClient, selfOf, unitsFor, type Stand } from '../harness/stand.ts'

const NEW_PASSWORD = 'a password of my own'
const USAGE = { prompt_tokens: 20, completion_tokens: 749_995 }
/** With a limit like this, such figures are plausible. */
const LARGE = { max_tokens: 750_000 }
const DISPLAY = { quotaPerUnit: 500_000, inCurrency: true }

const suite = () => {
  let stand: Stand
  let page: Page
  let errors: readonly string[]
  let key = ''

  beforeAll(async () => {
    await buildConsole()
    stand = await openStand()
    page = await (await newContext(await sharedBrowser())).newPage()
    errors = watchErrors(page)
  }, 180_000)

  afterAll(async () => {
    await page.context().close()
    await leaveBrowser()
    await closeStand(stand)
  })

  it('signs in with the default password, is warned and led to the own profile', async () => {
    await signIn(page, stand.weir.url, '123456')
    await page.waitForURL('**/user/edit')
    await page.locator('[data-kind="warning"]').waitFor()
  })

  it('changes the password and stays signed in', async () => {
    await page.getByTestId('field-password').fill(NEW_PASSWORD)
    await page.getByTestId('btn-save').click()
    await eventually('the form is saved', async () => ((await page.getByTestId('field-password').inputValue()) === '' ? true : undefined))
    await page.getByTestId('nav-token').click()
    await page.getByTestId('table-token').waitFor()
    expect(ApiClient.signIn(stand.weir.url)).rejects.toThrow('Wrong username or password')
  })

  it('creates a token and copies its key', async () => {
    await page.getByTestId('btn-create').click()
    await page.getByTestId('field-name').fill('my app')
    await page.getByTestId('field-unlimited_quota').click()
    await page.getByTestId('btn-save').click()
    await page.getByTestId('created-token').waitFor()
    key = await page.getByTestId('field-key').inputValue()
    expect(key).toMatch(/^sk-[0-9A-Za-z]{48}$/)
    await page.getByTestId('btn-copy-key').click()
    expect(await page.evaluate<unknown>('navigator.clipboard.readText()')).toBe(key)
    expect(await page.getByTestId('field-base-url').inputValue()).toBe(`${stand.weir.url}/v1`)
  })

  it('copies the lines for a client of choice, filled in', async () => {
    await page.getByTestId('client-codex').click()
    await page.getByTestId('btn-copy-lines-0').click()
    const settings = await page.evaluate<unknown>('navigator.clipboard.readText()')
    expect(settings).toContain(`model = "${MODEL}"\n`)
    expect(settings).toContain(`base_url = "${stand.weir.url}/v1"\nenv_key = "WEIR_API_KEY"\nwire_api = "responses"`)
    await page.getByTestId('btn-copy-lines-1').click()
    expect(await page.evaluate<unknown>('navigator.clipboard.readText()')).toBe(`export WEIR_API_KEY="${key}"\ncodex`)
    await page.getByTestId('btn-to-list').click()
    await page.getByTestId('table-token').getByText('my app').waitFor()
  })

  it('finds the same lines at home, where the key is copied but not shown', async () => {
    await page.getByTestId('nav-home').click()
    await page.getByTestId('client-gemini-cli').click()
    const panel = page.getByTestId('client-panel')
    await panel.getByText(`GOOGLE_GEMINI_BASE_URL="${stand.weir.url}"`).waitFor()
    expect(await panel.textContent()).toContain(`GEMINI_API_KEY="sk-••••••••${key.slice(-4)}"`)
    await page.getByTestId('btn-copy-lines-1').click()
    expect(await page.evaluate<unknown>('navigator.clipboard.readText()')).toContain(`GEMINI_API_KEY="${key}"`)
    await page.getByTestId('client-gemini-cli').locator('input').press('ArrowRight')
    await panel.getByText('~/.config/opencode/opencode.json').waitFor()
  })

  it('calls a model with that key', async () => {
    const client = openaiClient(stand.weir.url, key)
    const messages = [{ role: 'user' as const, content: ask({ usage: USAGE }) }]
    const reply = await client.chat.completions.create({ model: MODEL, messages, ...LARGE })
    expect(reply.choices[0]?.message.content).toBe(DEFAULT_TEXT)
  })

  it('finds the call in the log with its price', async () => {
    const price = unitsFor(USAGE.prompt_tokens, USAGE.completion_tokens)
    await page.getByTestId('nav-log').click()
    const row = page.getByTestId('table-log').locator('[data-testid^="row-"]').filter({ hasText: 'my app' })
    await row.waitFor()
    expect(await row.count()).toBe(1)
    expect(await row.getByTestId('cell-model_name').textContent()).toBe(MODEL)
    expect(await row.getByTestId('cell-quota').textContent()).toBe(formatQuota(price, DISPLAY, LOG_QUOTA_DECIMALS))
  })

  it('sees the balance the server has', async () => {
    const root = await ApiClient.signIn(stand.weir.url, 'root', NEW_PASSWORD)
    const self = await selfOf(root)
    await page.getByTestId('nav-home').click()
    // Shown at first as it was before the call, then as the server has it.
    await page.getByTestId('figure-used').getByText('$0.45', { exact: true }).waitFor()
    expect(await page.getByTestId('figure-balance').textContent()).toBe(formatQuota(self.quota, DISPLAY))
    await page.getByTestId('nav-token').click()
    const row = page.getByTestId('table-token').locator('[data-testid^="row-"]').filter({ hasText: 'my app' })
    await row
      .getByTestId('cell-used_quota')
      .filter({ hasText: /^\$0\.45$/ })
      .waitFor()
  })

  it('leaves no error behind in the browser', () => {
    expect(errors).toEqual([])
  })
}

if (browserPath !== undefined) describe('a new operator', suite)
