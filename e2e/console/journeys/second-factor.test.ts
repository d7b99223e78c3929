import { Database } from 'bun:sqlite'
import { expect, it } from 'bun:test'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { newContext } from '../../harness/browser.ts'
import { ROOT_PASSWORD, journey, logIn } from './journey.ts'

/** As an authenticator app computes it. */
const appCode = (secret: string): string => {
  const bits = Array.from(secret, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Codes count once; the journey does not wait for the next one, it makes the one before usable again. */
const letCodesRest = (dataDir: string): void => {
  using file = new Database(join(dataDir, 'weir.db'))
  file.run('pragma busy_timeout = 30000')
  file.run('update totp_secrets set last_step = 0')
}

/** As if ten minutes had gone by since the sign-in. */
const forgetConfirmation = (dataDir: string): void => {
  using file = new Database(join(dataDir, 'weir.db'))
  file.run('pragma busy_timeout = 30000')
  file.run('update sessions set confirmed_at = 0')
}

journey('root with a second factor', (at) => {
  let secret = ''
  let recovery: readonly string[] = []
  const code = () => appCode(secret)

  it('sets up an authenticator app and is given recovery codes', async () => {
    const { stand, page } = at()
    await page.goto(`${stand.weir.url}/login`)
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.waitForURL('**/token')
    await page.goto(`${stand.weir.url}/setting`)
    await page.getByTestId('btn-totp').click()
    secret = await page.getByTestId('field-totp_secret').inputValue()
    await page.getByTestId('field-totp_code').fill(code())
    await page.getByTestId('btn-totp-activate').click()
    await page.getByTestId('recovery-codes').waitFor()
    recovery = await page.getByTestId('recovery-codes').locator('li').allInnerTexts()
    expect(recovery).toHaveLength(10)
    await page.getByText('还剩 10 个').waitFor()
  })

  it('sees another browser in the list of sessions and signs it out', async () => {
    const { stand, page } = at()
    const browser = page.context().browser()
    if (browser === null) throw new Error('no browser')
    const other = await (await newContext(browser)).newPage()
    await other.goto(`${stand.weir.url}/login`)
    await logIn(other, 'root', ROOT_PASSWORD)
    await other.waitForURL('**/login?step=factor')
    await other.getByTestId('field-code').fill('000000')
    await other.getByTestId('btn-second-step').click()
    await other.getByText('验证码或密码错误，或者这个验证码已经用过').waitFor()
    await other.getByTestId('field-code').fill(recovery[0] ?? '')
    await other.getByTestId('btn-second-step').click()
    await other.waitForURL('**/token')
    await page.reload()
    await page.getByText('还剩 9 个').waitFor()
    const end = page.getByRole('button', { name: /^退出登录：.*Linux$/ })
    await end.click()
    await end.waitFor({ state: 'detached' })
    await other.reload()
    await other.waitForURL('**/login?expired=true')
    await other.context().close()
  })

  it('is asked to confirm a change after ten minutes, and the change is then made', async () => {
    const { stand, page } = at()
    forgetConfirmation(stand.weir.dataDir)
    letCodesRest(stand.weir.dataDir)
    await page.getByTestId('btn-generate-token').click()
    await page.getByTestId('btn-confirm').click()
    await page.getByTestId('field-identity').fill(code())
    await page.getByTestId('btn-identity').click()
    await page.getByTestId('field-system_token').waitFor()
  })

  it('signs out everywhere and comes back with a code', async () => {
    const { stand, page } = at()
    await page.getByTestId('btn-session-end-all').click()
    await page.getByTestId('btn-confirm').click()
    await page.waitForURL('**/login')
    letCodesRest(stand.weir.dataDir)
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.getByTestId('field-code').fill(code())
    await page.getByTestId('btn-second-step').click()
    await page.waitForURL('**/token')
    // The browser itself reports the replies 401 and 428 that the console then handles.
    expect(at().errors.filter((error) => !error.includes('the server responded with a status of'))).toEqual([])
  })
})
