import { Database } from 'bun:sqlite'
import { expect, it } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ROOT_PASSWORD, journey, logIn } from './journey.ts'

/** A platform authenticator that recognises its owner and answers by itself. */
const plugIn = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...kind, isUserVerified: true, automaticPresenceSimulation: true },
  })
}

/** As if ten minutes had gone by since the sign-in. */
const forgetConfirmation = (dataDir: string): void => {
  using file = new Database(join(dataDir, 'weir.db'))
  file.run('pragma busy_timeout = 30000')
  file.run('update sessions set confirmed_at = 0')
}

const signOut = async (page: Page): Promise<void> => {
  await page.getByTestId('btn-session-end-all').click()
  await page.getByTestId('btn-confirm').click()
  await page.waitForURL('**/login')
}

journey('root with a passkey', (at) => {
  /** Passkeys belong to a name; an address of numbers has none. */
  const site = () => at().stand.weir.url.replace('127.0.0.1', 'localhost')

  it('adds one under a name and is given recovery codes', async () => {
    const { page } = at()
    await plugIn(page)
    await page.goto(`${site()}/login`)
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.waitForURL('**/token')
    await page.goto(`${site()}/setting`)
    await page.getByTestId('btn-passkey-add').click()
    await page.getByTestId('field-passkey_name').fill('工作电脑')
    await page.getByTestId('btn-passkey-name').click()
    await page.getByText('通行密钥已添加').waitFor()
    expect(await page.getByTestId('recovery-codes').locator('li').allInnerTexts()).toHaveLength(10)
    await page.getByTestId('section-passkeys').getByText('工作电脑').waitFor()
    await page.getByText('尚未使用').waitFor()
  })

  it('is told that the device has one already', async () => {
    const { page } = at()
    await page.getByTestId('btn-passkey-add').click()
    await page.getByTestId('btn-passkey-name').click()
    await page.getByText('这台设备上已经有此账号的通行密钥').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('field-passkey_name').waitFor({ state: 'detached' })
  })

  it('signs in with the passkey alone', async () => {
    const { page } = at()
    await signOut(page)
    await page.getByRole('button', { name: '使用通行密钥登录' }).click()
    await page.waitForURL('**/token')
    await page.goto(`${site()}/setting`)
    await page.getByTestId('section-passkeys').getByText('最后使用于').waitFor()
  })

  it('signs in with the password and then the passkey', async () => {
    const { page } = at()
    await signOut(page)
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.waitForURL('**/login?step=factor')
    await page.getByText('请使用通行密钥。没有设备时，可以输入一个恢复码。').waitFor()
    await page.getByTestId('btn-passkey-step').click()
    await page.waitForURL('**/token')
  })

  it('confirms a change with the passkey after ten minutes, and the change is then made', async () => {
    const { stand, page } = at()
    await page.goto(`${site()}/setting`)
    await page.getByTestId('btn-generate-token').waitFor()
    forgetConfirmation(stand.weir.dataDir)
    await page.getByTestId('btn-generate-token').click()
    await page.getByTestId('btn-confirm').click()
    await page.getByTestId('btn-identity-passkey').click()
    await page.getByTestId('field-system_token').waitFor()
  })

  it('renames and deletes it, and the password is enough again', async () => {
    const { page } = at()
    await page.getByRole('button', { name: '重命名 工作电脑' }).click()
    await page.getByTestId('field-passkey_name').fill('旧电脑')
    await page.getByTestId('btn-passkey-name').click()
    await page.getByRole('button', { name: '删除 旧电脑' }).click()
    await page.getByTestId('btn-confirm').click()
    await page.getByTestId('section-passkeys').getByText('旧电脑').waitFor({ state: 'detached' })
    await signOut(page)
    await page.getByTestId('btn-passkey').click()
    await page.getByText('通行密钥未通过验证，请重试').waitFor()
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.waitForURL('**/token')
    // The browser itself reports the replies 401 and 428 that the console then handles.
    expect(at().errors.filter((error) => !error.includes('the server responded with a status of'))).toEqual([])
  })
})
