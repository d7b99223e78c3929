import { Database } from 'bun:sqlite'
import { expect, it } from 'bun:test'
import { join } from 'node:path'
import { createRedemptions } from '@weir/contract/redemption'
import { setOption } from '@weir/contract/site'
import { APIError } from 'openai'
import { DEFAULT_TEXT, ask } from '../../fake-upstream/behaviour.ts'
import { ApiClient } from '../../harness/api-client.ts'
import { MODEL, openaiClient } from '../../harness/stand.ts'
import { journey, logIn } from './journey.ts'

const NAME = 'carol'
const EMAIL = 'carol@example.com'
const PASSWORD = 'carols own words'
const USAGE = { prompt_tokens: 1000, completion_tokens: 500 }

const KEPT =
  /^(user|status|system_name|logo|footer_html|quota_per_unit|display_in_currency|channel_models|notice|about|home_page_content|aff|prompt-.+|ui\..+)$/

/** An address gets one mail in half a minute; the journey does not wait for it. */
const letMailRest = (dataDir: string): void => {
  using file = new Database(join(dataDir, 'weir.db'))
  file.run('pragma busy_timeout = 30000')
  file.run('update mail_counts set sent_at = sent_at - 60')
}

journey('a member', (at) => {
  let key = ''
  let password = PASSWORD

  it('registers with a code from the mail', async () => {
    const { stand, mails, page } = at()
    const options = {
      SMTPServer: '127.0.0.1',
      SMTPPort: String(mails.port),
      SMTPFrom: 'weir@example.com',
      ServerAddress: stand.weir.url,
      EmailVerificationEnabled: 'true',
      QuotaForNewUser: '0',
    } as const
    for (const [name, value] of Object.entries(options)) await stand.root.call(setOption, { body: { key: name, value } })
    await page.goto(`${stand.weir.url}/register`)
    await page.getByTestId('field-username').fill(NAME)
    await page.getByTestId('field-password').fill(PASSWORD)
    await page.getByTestId('field-password2').fill(PASSWORD)
    await page.getByTestId('field-email').fill(EMAIL)
    await page.getByTestId('btn-send-code').click()
    const mail = await mails.find(0, ({ to }) => to.includes(EMAIL))
    const code = /验证码是 (\w+)/.exec(mail.text)?.[1] ?? ''
    await page.getByTestId('field-verification_code').fill(code)
    await page.getByTestId('btn-register').click()
    await page.waitForURL('**/login')
  })

  it('signs in and tops up with a code', async () => {
    const { stand, page } = at()
    await logIn(page, NAME, PASSWORD)
    await page.waitForURL('**/token')
    const [code = ''] = await stand.root.call(createRedemptions, { body: { name: 'gift', quota: 1_000_000, count: 1 } })
    await page.getByTestId('nav-topup').click()
    await page.getByTestId('figure-quota').filter({ hasText: '$0.00' }).waitFor()
    await page.getByTestId('field-code').fill(code)
    await page.getByTestId('btn-redeem').click()
    await page.getByTestId('figure-quota').filter({ hasText: '$2.00' }).waitFor()
  })

  it('creates a token and calls a model with it', async () => {
    const { stand, page } = at()
    await page.getByTestId('nav-token').click()
    await page.getByTestId('btn-create').click()
    await page.getByTestId('field-name').fill('my app')
    await page.getByTestId('btn-save').click()
    await page.getByTestId('created-token').waitFor()
    key = await page.getByTestId('field-key').inputValue()
    const client = openaiClient(stand.weir.url, key)
    const reply = await client.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content: ask({ usage: USAGE }) }] })
    expect(reply.choices[0]?.message.content).toBe(DEFAULT_TEXT)
    await page.getByTestId('btn-to-list').click()
    await page.getByTestId('created-token').waitFor({ state: 'detached' })
  })

  it('sees the row with its charge, and nobody else’s', async () => {
    const { page } = at()
    await page.getByTestId('nav-log').click()
    const row = page.getByTestId('table-log').locator('[data-testid^="row-"]').filter({ hasText: 'my app' })
    await row.waitFor()
    expect(await row.getByTestId('cell-quota').textContent()).toBe('$0.000450')
    await row.getByTestId('act-detail').click()
    await page.getByTestId('charge').filter({ hasText: '= 225' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('log-drawer').waitFor({ state: 'detached' })
  })

  it('sees it on the dashboard, which leads back to the row', async () => {
    const { page } = at()
    await page.getByTestId('nav-dashboard').click()
    await page.getByTestId('figure-requests').filter({ hasText: /^1$/ }).click()
    await page.waitForURL('**/log?type=2&**')
    await page.getByTestId('table-log').getByText('my app').waitFor()
  })

  it('WB-06 leaves nothing in the storage of the browser but who it is and how the console looks', async () => {
    const { page } = at()
    const stored = await page.evaluate<Readonly<Record<string, string>>>('({ ...sessionStorage, ...localStorage })')
    expect(Object.keys(stored).filter((name) => !KEPT.test(name))).toEqual([])
    expect(Object.keys(JSON.parse(stored['user'] ?? '{}') as object).toSorted()).toEqual([
      'display_name',
      'id',
      'role',
      'status',
      'username',
    ])
    const everything = JSON.stringify(stored)
    for (const secret of [key.replace('sk-', ''), PASSWORD, EMAIL])
      expect([secret !== '', everything.includes(secret)]).toEqual([true, false])
  })

  it('forgets the password, gets a new one by mail and sets one of their own', async () => {
    const { stand, mails, page } = at()
    await page.getByTestId('nav-user').click()
    await page.getByTestId('nav-logout').click()
    await page.waitForURL('**/login')
    letMailRest(stand.weir.dataDir)
    const before = mails.mails.length
    await page.goto(`${stand.weir.url}/reset`)
    await page.getByTestId('field-email').fill(EMAIL)
    await page.getByTestId('btn-reset').click()
    const mail = await mails.find(before, ({ to, text }) => to.includes(EMAIL) && text.includes('/user/reset'))
    await page.goto(/https?:\S+\/user\/reset\S+/.exec(mail.text)?.[0] ?? '')
    await page.getByTestId('btn-reset-confirm').click()
    password = await page.getByTestId('field-new_password').inputValue()
    expect(password).not.toBe(PASSWORD)
    await page.getByTestId('btn-to-login').click()
    await logIn(page, NAME, password)
    await page.waitForURL('**/token')
    await page.getByTestId('table-token').getByText('my app').waitFor()
    await page.reload()
    await page.getByTestId('banner-password').getByRole('link', { name: '修改密码' }).click()
    await page.waitForURL('**/user/edit')
    password = 'a password of their own'
    await page.getByTestId('field-password').fill(password)
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/api/user/self'))
    await page.getByTestId('btn-save').click()
    await saved
    await page.getByTestId('banner-password').waitFor({ state: 'detached' })
    await page.getByTestId('nav-token').click()
    await page.getByTestId('table-token').getByText('my app').waitFor()
  })

  it('deletes the account; the key and the password are worth nothing then', async () => {
    const { stand, page } = at()
    await page.getByTestId('nav-setting').click()
    await page.getByTestId('btn-delete-account').click()
    await page.getByTestId('field-confirm').fill(NAME)
    await page.getByTestId('btn-delete-confirm').click()
    await page.waitForURL('**/login')
    expect(ApiClient.signIn(stand.weir.url, NAME, password)).rejects.toThrow()
    const messages = [{ role: 'user', content: 'still there?' }] as const
    const isRefused = await openaiClient(stand.weir.url, key)
      .chat.completions.create({ model: MODEL, messages: [...messages] })
      .then(
        () => false,
        (error: unknown) => error instanceof APIError && error.status === 403,
      )
    expect(isRefused).toBe(true)
  })

  it('leaves no error behind in the browser', () => {
    expect(at().errors).toEqual([])
  })
})
