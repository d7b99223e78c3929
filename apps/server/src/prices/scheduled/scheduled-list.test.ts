import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { nextTurn } from '../../../../../tools/testing/next-turn.ts'
import { withLateWrites } from '../../testing/late-writes.ts'
import { openServerHarness, type Answer, type ServerHarness } from '../../testing/server-harness.ts'
import { openSettings, type LiveSettings } from '../../settings/live-settings.ts'
import { ListUnavailable } from './fetch-list.ts'
import { checkListWhenDue } from './scheduled-list.ts'

const ADDRESS = 'https://prices.example/list.json'
const HOUR_MS = 3_600_000

let harness: ServerHarness
let settings: LiveSettings
/** Amid a second, since times in seconds are rounded. */
let nowMs = Date.UTC(2026, 10, 1, 0, 0, 0, 600)
let text: string
let fetched: string[]
let told: string[]

const listOf = (prices: Readonly<Record<string, number>>): string =>
  JSON.stringify({
    models: Object.entries(prices).map(([model, input]) => ({ model, vendor: 'v', mode: 'chat', price: { input, output: 8 } })),
  })

beforeAll(async () => {
  harness = await openServerHarness({ clock: () => nowMs })
  settings = await openSettings(harness.store.options, () => nowMs)
})
afterAll(() => harness.close())
beforeEach(async () => {
  fetched = []
  told = []
  await harness.configure({
    PriceListAddress: '',
    PriceListApplyEnabled: 'false',
    PriceListMaxChange: '20',
    PriceListDays: '1',
    ModelSheets: '{}',
  })
  // Each test has turns of its own.
  nowMs += 40 * 24 * HOUR_MS
})

const check = async () => {
  await settings.refresh()
  const { store, awaited } = withLateWrites(harness.store)
  await awaited(() =>
    checkListWhenDue({
      turns: store.rateCounts,
      options: store.options,
      settings: settings.current,
      fetchList: async (address) => {
        fetched.push(address)
        if (text === '') throw new ListUnavailable('it answered 503')
        return text
      },
      notifyRoot: async ({ text: said }) => {
        await nextTurn()
        told.push(said)
      },
      clock: () => nowMs,
    }),
  )
}

const dataOf = <T>(answer: Answer): T => answer.json?.['data'] as T

const news = async () => {
  // Whoever signed in before the clock was moved is signed out.
  const { cookie } = await harness.member(Role.root)
  return (await harness.call('GET', '/api/prices/news', { cookie })).json?.['data'] as Record<string, unknown> | null
}
const ownPrices = async () => {
  await settings.refresh()
  return Object.fromEntries([...settings.current().sheets()].map(([model, { price }]) => [model, price.input]))
}
const entries = async () =>
  (await harness.store.audit.list({ actorId: 0, action: 'price.import', startTime: 0, endTime: 0 }, { offset: 0, limit: 5 })).filter(
    ({ actor_name: name }) => name === 'schedule',
  )

describe('a scheduled price list', () => {
  it('is off while no address is set, and while an admin has set it', async () => {
    text = listOf({ 'list-a': 1 })
    await check()
    await harness.store.options.set([{ name: 'PriceListAddress', value: ADDRESS, isSecret: false }], { id: 9, role: Role.admin })
    await settings.refresh()
    await check()
    expect([fetched, told, await news()]).toEqual([[], [], null])
  })

  it('tells once what is new and changed, and saves nothing', async () => {
    await harness.configure({
      PriceListAddress: ADDRESS,
      ModelSheets: '{"list-b":{"vendor":"v","mode":"chat","price":{"input":2,"output":8}}}',
    })
    text = listOf({ 'list-a': 1, 'list-b': 3 })
    const since = Math.floor(nowMs / 1000)
    await check()
    await check()
    expect(fetched).toEqual([ADDRESS])
    expect(told).toEqual([expect.stringContaining(`Price list ${ADDRESS}: 1 new and 1 changed prices are not in force.`)])
    expect(await ownPrices()).toEqual({ 'list-b': 2 })
    nowMs += 24 * HOUR_MS
    await check()
    const found = { address: ADDRESS, added: 1, changed: 1, since, applied: 0, applied_at: 0, failure: '', checked_at: since + 86_400 }
    expect([fetched.length, told.length, await news()]).toEqual([2, 1, found])
    text = listOf({ 'list-b': 2 })
    nowMs += 24 * HOUR_MS
    await check()
    expect([told.length, await news()]).toEqual([
      1,
      { ...found, added: 0, changed: 0, since: since + 172_800, checked_at: since + 172_800 },
    ])
  })

  it('saves by itself what is new or little changed, holds back the rest, and leaves one entry in the trail', async () => {
    const before = (await entries()).length
    const sheet = (input: number) => ({ vendor: 'v', mode: 'chat', price: { input, output: 8 } })
    await harness.configure({
      PriceListAddress: ADDRESS,
      PriceListApplyEnabled: 'true',
      ModelSheets: JSON.stringify({ near: sheet(10), far: sheet(10) }),
    })
    text = listOf({ near: 12, far: 12.5, fresh: 1 })
    await check()
    expect(await ownPrices()).toEqual({ near: 12, far: 10, fresh: 1 })
    const saved = (await harness.store.options.all()).find(({ name }) => name === 'ModelSheets')
    expect(saved).toMatchObject({ isConfirmed: true })
    expect(await news()).toMatchObject({ added: 0, changed: 1, applied: 2, applied_at: Math.floor(nowMs / 1000) })
    expect(told).toEqual([expect.stringContaining('0 new and 1 changed prices are not in force')])
    const [entry, ...others] = await entries()
    expect(others).toHaveLength(before)
    expect(entry).toMatchObject({ object: `price list ${ADDRESS}`, before: '{"sheets":2}', after: '{"sheets":3,"saved":2}' })
    nowMs += 24 * HOUR_MS
    await check()
    expect([told.length, (await entries()).length]).toEqual([1, before + 1])
  })

  it('tells a failure once with its reason, keeps what was known and tries again after an hour', async () => {
    await harness.configure({ PriceListAddress: ADDRESS })
    text = listOf({ 'list-a': 1 })
    await check()
    nowMs += 24 * HOUR_MS
    text = ''
    await check()
    await check()
    nowMs += HOUR_MS
    await check()
    expect(fetched).toHaveLength(3)
    expect(told.slice(1)).toEqual([expect.stringContaining(`${ADDRESS} was not read: it answered 503. It is tried again in an hour.`)])
    expect(await news()).toMatchObject({ added: 1, failure: 'it answered 503' })
    nowMs += HOUR_MS
    text = '{"models":[{"model":"x"}]}'
    await check()
    expect(told.at(-1)).toContain('1 model is wrong, the first is x')
    nowMs += HOUR_MS
    text = listOf({ 'list-a': 1 })
    await check()
    expect([told.length, (await news())?.['failure']]).toEqual([3, ''])
  })

  it('has nothing new once it was imported by hand, and is fetched for that', async () => {
    await using upstream = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(text) })
    const address = new URL('/list', upstream.url).href
    const { cookie } = await harness.member(Role.root)
    const post = (path: string, body: object) => harness.call('POST', path, { cookie, body })
    const unset = await post('/api/prices/fetch', {})
    expect(unset.json?.['message']).toContain('PriceListAddress')
    await harness.configure({ PriceListAddress: address })
    text = listOf({ 'list-a': 1 })
    await check()
    const list = dataOf<{ text: string }>(await post('/api/prices/fetch', {}))
    expect(list.text).toBe(text)
    const { revision } = dataOf<{ revision: string }>(await post('/api/prices/preview', list))
    expect((await post('/api/prices/import', { ...list, revision, scheduled: true })).json?.['data']).toEqual({ saved: 1 })
    expect(await news()).toMatchObject({ added: 0, changed: 0, failure: '' })
    await upstream.stop(true)
    const away = await post('/api/prices/fetch', {})
    expect(away.json?.['message']).toContain(address)
  })

  it('is read by one of two nodes', async () => {
    await harness.configure({ PriceListAddress: ADDRESS })
    text = listOf({ 'list-a': 1 })
    await Promise.all([check(), check()])
    expect(fetched).toHaveLength(1)
  })
})
