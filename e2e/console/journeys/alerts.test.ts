import { Database } from 'bun:sqlite'
import { expect, it } from 'bun:test'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { createChannel, listChannels } from '@weir/contract/channel'
import { setOption } from '@weir/contract/site'
import { eventually } from '../../../tools/testing/eventually.ts'
import { ROOT_PASSWORD, journey, logIn } from './journey.ts'

const SECRET = 'a secret for the hook'
const MODEL = 'only-the-weak-has-this'

interface Received {
  readonly body: string
  readonly timestamp: string
  readonly signature: string
}

/** Somebody else's server, which the gateway tells. */
const openReceiver = () => {
  const received: Received[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      received.push({
        body: await request.text(),
        timestamp: request.headers.get('x-weir-timestamp') ?? '',
        signature: request.headers.get('x-weir-signature') ?? '',
      })
      return new Response()
    },
  })
  return { received, url: `http://127.0.0.1:${server.port}/hook`, close: () => server.stop(true) }
}

journey('an operator who wants to be told', (at) => {
  const receiver = openReceiver()
  const next = (count: number) =>
    eventually(`message ${count}`, () => (receiver.received.length >= count ? receiver.received[count - 1] : undefined), {
      withinMs: 120_000,
    })
  const expectSigned = ({ body, timestamp, signature }: Received) =>
    expect(signature).toBe(`sha256=${createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')}`)
  const weak = async () => (await at().stand.root.call(listChannels, { query: { p: 0 } })).find(({ name }) => name === 'weak')

  it('says where messages go, and tries it', async () => {
    const { stand, page } = at()
    await page.goto(`${stand.weir.url}/login`)
    await logIn(page, 'root', ROOT_PASSWORD)
    await page.waitForURL('**/token')
    await page.goto(`${stand.weir.url}/setting?tab=alerts`)
    await page.getByTestId('btn-alert-target-add').click()
    await page.getByTestId('field-target_name').fill('the hook')
    await page.getByTestId('field-target_kind').click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'Webhook' }).click()
    await page.getByTestId('field-target_url').fill(receiver.url)
    await page.getByTestId('field-target_secret').fill(SECRET)
    await page.getByTestId('btn-alert-target-save').click()
    await page.getByTestId('btn-alert-target-test').click()
    const test = await next(1)
    expectSigned(test)
    expect(JSON.parse(test.body)).toMatchObject({ event: 'test', rule: null })
  })

  it('is told when a channel was switched off, and sees it in the console', async () => {
    const { stand, page } = at()
    await stand.root.call(setOption, { body: { key: 'AutomaticDisableChannelEnabled', value: 'true' } })
    await stand.root.call(createChannel, { body: { type: 1, name: 'weak', key: 'sk-refused', base_url: stand.fake.url, models: MODEL } })
    // A key that was refused once may have been refused by mistake.
    for (const content of ['hi', 'hi again'])
      await stand.openai.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] }).catch(() => undefined)
    await eventually('the channel is off', async () => ((await weak())?.status === 3 ? true : undefined))
    await page.getByTestId('btn-alert-rule-add').click()
    await page.getByTestId('field-alert_name').fill('channels that fail')
    await page.getByTestId('field-alert_targets').click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'the hook' }).click()
    await page.keyboard.press('Escape')
    await page.getByTestId('btn-alert-rule-save').click()
    const fired = await next(2)
    expectSigned(fired)
    const id = (await weak())?.id
    expect(JSON.parse(fired.body)).toMatchObject({
      event: 'fired',
      rule: { name: 'channels that fail', kind: 'channel-off' },
      alerts: [{ subject: `channel ${id}`, name: 'weak', resolved_at: null }],
    })
    await page.reload()
    await page.locator('[data-testid^="alert-"]').filter({ hasText: 'weak' }).filter({ hasText: '已发送' }).waitFor()
  })

  it('is told when it is over, which is then among what has passed', async () => {
    const { stand, page } = at()
    await page.goto(`${stand.weir.url}/channel`)
    await page
      .getByTestId(`row-${(await weak())?.id}`)
      .getByTestId('act-enable')
      .click()
    await eventually('the channel is on', async () => ((await weak())?.status === 1 ? true : undefined))
    // As if the minute until the next look had passed.
    using file = new Database(join(stand.weir.dataDir, 'weir.db'))
    file.run('update alert_rules set checked_at = 0')
    const resolved = await next(3)
    expectSigned(resolved)
    expect(JSON.parse(resolved.body)).toMatchObject({ event: 'resolved', alerts: [{ name: 'weak', resolved_at: expect.any(Number) }] })
    await page.goto(`${stand.weir.url}/setting?tab=alerts`)
    await page.getByTestId('alerts-past').click()
    await page.locator('[data-testid^="alert-"]').filter({ hasText: 'weak' }).waitFor()
    expect(receiver.received.length).toBe(3)
    await receiver.close()
  })

  it('leaves no error behind in the browser', () => {
    expect(at().errors).toEqual([])
  })
})
