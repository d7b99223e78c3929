import { Database } from 'bun:sqlite'
import { expect, it } from 'bun:test'
import { join } from 'node:path'
import { createChannel, listChannels } from '@weir/contract/channel'
import { listChannelKeys } from '@weir/contract/channels/channel-keys'
import { listTokens } from '@weir/contract/token'
import { createUser, searchUsers } from '@weir/contract/user-admin'
import { eventually } from '../../../tools/testing/eventually.ts'
import { ask } from '../../fake-upstream/behaviour.ts'
import { MODEL, UPSTREAM_KEY } from '../../harness/stand.ts'
import { ROOT_PASSWORD, journey, logIn } from './journey.ts'

const DAY_SECONDS = 86_400

/** The daily work of an operator. Each job begins at home, and every click and key counts. */
journey('the jobs of an operator', (at) => {
  let clicks = 0
  let keys = 0
  const find = (testId: string, text?: string) => {
    const found = at().page.getByTestId(testId)
    return (text === undefined ? found : found.filter({ hasText: text })).first()
  }
  const click = async (testId: string, text?: string) => {
    clicks += 1
    await find(testId, text).click()
  }
  const type = async (text: string) => {
    keys += text.length
    await at().page.keyboard.type(text)
  }
  const press = async (key: string) => {
    keys += 1
    await at().page.keyboard.press(key)
  }
  const begin = async () => {
    const { stand, page } = at()
    await page.goto(stand.weir.url)
    await page.getByTestId('btn-reveal').waitFor()
    clicks = 0
    keys = 0
  }
  const focused = (testId: string) => at().page.locator(`[data-testid="${testId}"]:focus`).waitFor()
  const channels = () => at().stand.root.call(listChannels, { query: { p: 0 } })
  const channelNamed = async (name: string) => (await channels()).find((channel) => channel.name === name)
  const addChannel = (name: string, key: string, models: string) =>
    at().stand.root.call(createChannel, { body: { type: 1, name, key, base_url: at().stand.fake.url, models } })
  const say = (content: string) =>
    at()
      .stand.openai.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] })
      .catch(() => undefined)

  it('signs in', async () => {
    const { stand, page } = at()
    await say('hello')
    await say(ask({ status: 503, error: { message: 'engine down' } }))
    await page.goto(`${stand.weir.url}/login`)
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.waitForURL('**/token')
  })

  it('why did a request fail: 2 clicks to the reason and the next step', async () => {
    await begin()
    await click('nav-log')
    await click('act-detail', '失败')
    await find('next-steps').waitFor()
    expect(await find('attempt-said').textContent()).toBe('engine down')
    expect([clicks, keys]).toEqual([2, 0])
  })

  it('who spent most this month: 1 click', async () => {
    await begin()
    await click('nav-statistics')
    await find('rank-1', 'root').waitFor()
    expect([clicks, keys]).toEqual([1, 0])
  })

  it('a token of $5 for 30 days and two models: 5 clicks and the names', async () => {
    await begin()
    const before = Math.floor(Date.now() / 1000)
    await click('link-create-token')
    await focused('field-name')
    await type('five')
    await click('field-remain_quota-chip-5')
    await click('btn-expiry-month')
    await click('field-models')
    for (const model of ['gpt-4o-mini', 'gpt-4o']) {
      await type(model)
      await at().page.locator('.ant-select-item-option').filter({ hasText: model }).first().waitFor()
      await press('Enter')
    }
    await press('Escape')
    await click('btn-save')
    await find('created-token').waitFor()
    expect([clicks, keys]).toEqual([5, 24])
    const [made] = await at().stand.root.call(listTokens, { query: { p: 0 } })
    expect(made).toMatchObject({ name: 'five', remain_quota: 2_500_000, unlimited_quota: false, models: 'gpt-4o-mini,gpt-4o' })
    const days = ((made?.expired_time ?? 0) - before) / DAY_SECONDS
    expect(days).toBeGreaterThanOrEqual(30)
    expect(days).toBeLessThan(30.01)
  })

  it("rotate a channel's key: 3 clicks, and a key that does not work is not saved", async () => {
    await addChannel('rotated', 'sk-old-0123456789abcdef-aaaa', MODEL)
    const id = (await channelNamed('rotated'))?.id ?? 0
    const hint = async () => (await at().stand.root.call(listChannelKeys, { params: { id } })).keys[0]?.hint
    const rotateTo = async (key: string) => {
      await begin()
      await click('btn-commands')
      await focused('field-command')
      await type('rotated')
      await click(`command-/channel/edit/${id}?field=key`)
      await focused('field-key')
      await type(key)
      await click('btn-test-save')
    }
    await rotateTo('sk-wrong-bbbb')
    await find('btn-back').waitFor()
    expect(await hint()).toBe('aaaa')
    await rotateTo(UPSTREAM_KEY)
    await eventually('the new key is stored', async () => ((await hint()) === UPSTREAM_KEY.slice(-4) ? true : undefined))
    expect([clicks, keys]).toEqual([3, 7 + UPSTREAM_KEY.length])
  })

  it('take a model away everywhere: 3 clicks, undone with one', async () => {
    const { page } = at()
    const names = ['north', 'south', 'west']
    for (const name of names) await addChannel(name, UPSTREAM_KEY, `fading-model,${MODEL}`)
    const served = async () => (await channels()).filter(({ models }) => models.split(',').includes('fading-model')).map(({ name }) => name)
    await begin()
    await press('Control+k')
    await focused('field-command')
    await type('qd')
    await press('Enter')
    await find('table-channel').waitFor()
    await press('/')
    await focused('search')
    await type('fading')
    await press('Enter')
    await eventually('three rows', async () => ((await page.locator('tbody tr').count()) === 3 ? true : undefined))
    clicks += 1
    await page.locator('thead input').click()
    await click('btn-bulk-edit')
    await page.locator('[data-testid="bulk-remove_models"] input:focus').waitFor()
    await type('fading-model')
    await press('Enter')
    await page.locator('[data-testid^="change-"]').nth(2).waitFor()
    await click('btn-bulk-apply')
    await eventually('nobody serves it', async () => ((await served()).length === 0 ? true : undefined))
    expect([clicks, keys]).toEqual([3, 25])
    await click('btn-toast-action')
    const again = await eventually('they serve it again', async () => {
      const found = await served()
      return found.length === 3 ? found : undefined
    })
    expect(again.toSorted()).toEqual(names)
  })

  it('see a price: 1 click', async () => {
    await begin()
    await click('nav-pricing')
    const row = at().page.getByTestId('table-pricing').locator('[data-testid^="row-"]').filter({ hasText: MODEL })
    expect(await row.getByTestId('cell-input').innerText()).toContain('$0.15')
    expect([clicks, keys]).toEqual([1, 0])
  })

  it('change a price: 3 clicks, in dollars', async () => {
    const { page } = at()
    await begin()
    await click('nav-pricing')
    const row = page.getByTestId('table-pricing').locator('[data-testid^="row-"]').filter({ hasText: MODEL })
    clicks += 1
    await row.getByTestId('act-open').click()
    await click('field-input')
    await press('Control+a')
    await type('0.2')
    await press('Enter')
    await row.getByTestId('cell-input').filter({ hasText: '$0.20' }).waitFor()
    expect([clicks, keys]).toEqual([3, 5])
  })

  it('top up a user: 3 clicks', async () => {
    const { stand } = at()
    await stand.root.call(createUser, { body: { username: 'topped', password: 'a long enough password' } })
    await begin()
    await click('nav-user')
    const row = at().page.getByTestId('table-user').locator('[data-testid^="row-"]').filter({ hasText: 'topped' })
    clicks += 1
    await row.getByTestId('btn-adjust').click()
    await focused('field-balance-money')
    await type('10')
    await click('btn-balance')
    await row.getByText('$10.00').waitFor()
    expect((await stand.root.call(searchUsers, { query: { keyword: 'topped' } }))[0]?.quota).toBe(5_000_000)
    expect([clicks, keys]).toEqual([3, 2])
  })

  it("one user's logs of yesterday: 3 clicks", async () => {
    const { stand, page } = at()
    using file = new Database(join(stand.weir.dataDir, 'weir.db'))
    file.run('update logs set created_at = created_at - ? where id = (select min(id) from logs where type = 2)', [DAY_SECONDS])
    await begin()
    await click('nav-user')
    const row = page.getByTestId('table-user').locator('[data-testid^="row-"]').filter({ hasText: 'root' })
    clicks += 1
    await row.getByTitle('查看日志').click()
    await click('preset-yesterday')
    await eventually('the one row of yesterday', async () => ((await page.getByTestId('act-detail').count()) === 1 ? true : undefined))
    expect(new URL(page.url()).searchParams.get('username')).toBe('root')
    expect([clicks, keys]).toEqual([3, 0])
  })

  it('switch a channel off on a phone: 2 taps and its name, or one in the list', async () => {
    const { page } = at()
    await page.setViewportSize({ width: 390, height: 844 })
    const status = async (wanted: number) =>
      await eventually(`status ${wanted}`, async () => ((await channelNamed('north'))?.status === wanted ? true : undefined))
    await begin()
    await click('btn-commands')
    await focused('field-command')
    await type('north')
    await click(`command-switch-${(await channelNamed('north'))?.id}`)
    await status(2)
    expect([clicks, keys]).toEqual([2, 5])
    await click('btn-toast-action')
    await status(1)
    await page.goto(new URL('/channel', page.url()).href)
    await page.getByTestId('table-channel').locator('[data-testid^="row-"]').filter({ hasText: 'north' }).getByTestId('row-switch').click()
    await status(2)
  })

  it('leaves no error behind in the browser', () => {
    expect(at().errors).toEqual([])
  })
})
