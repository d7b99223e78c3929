import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import type { ModelPrice } from '@weir/contract/prices/model-prices'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Answer, type CallOptions, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let root: Member
let admin: Member
let user: Member

const addChannel = (fields: Readonly<Record<string, unknown>>) =>
  harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: { type: 1, key: 'sk-k', group: 'default', ...fields } })

beforeAll(async () => {
  harness = await openServerHarness()
  root = await harness.member(Role.root)
  admin = await harness.member(Role.admin)
  user = await harness.member(Role.user)
  await addChannel({ name: 'one', models: 'gpt-4o-mini,home-made,alias', model_mapping: '{"alias":"gpt-4o-mini"}' })
  await addChannel({ name: 'two', models: 'gpt-4o-mini,o3', group: 'default,vip', priority: 5 })
  await addChannel({ name: 'vip only', models: 'whisper-1', group: 'vip' })
})
beforeEach(() =>
  harness.configure({
    ModelSheets: '{}',
    GroupSheets: '{}',
    ModelRatio: '{}',
    CompletionRatio: '{}',
    PricingPublic: 'false',
    UnpricedModelPolicy: 'ceiling',
    GroupRatio: '{"default":1,"vip":0.5}',
  }),
)
afterAll(() => harness.close())

const english = { 'accept-language': 'en' }
const call = (method: string, path: string, options: CallOptions & { readonly by?: Member } = {}) =>
  harness.call(method, path, { ...options, headers: english, ...(options.by && { cookie: options.by.cookie }) })

interface Prices {
  readonly models: readonly ModelPrice[]
  readonly groups: unknown
  readonly unpriced_policy: string
}
const dataOf = <T>({ json, text }: Answer): T => {
  expect([text, json?.['success']]).toEqual([text, true])
  return json?.['data'] as T
}
const prices = async (by?: Member) => dataOf<Prices>(await call('GET', '/api/prices', by && { by }))
const row = async (model: string, by: Member = admin) => (await prices(by)).models.find((found) => found.model === model)

const SHEET = { vendor: 'openai', mode: 'chat', price: { input: 3, output: 12 } }
const detail = async (model: string) =>
  dataOf<{ readonly revision: string; readonly [name: string]: unknown }>(
    await call('GET', `/api/prices/model?model=${model}`, { by: admin }),
  )
const put = (model: string, revision: string, { sheet = SHEET, by = root }: { readonly sheet?: object; readonly by?: Member } = {}) =>
  call('PUT', '/api/prices/model', { by, body: { model, sheet, revision } })

describe('a model that nobody serves', () => {
  it.each(['unheard-of', '__proto__', 'constructor', 'toString'])('has no price, by the name of %s too', async (model) => {
    expect(await detail(model)).toEqual({ model, ratios: {}, channels: [], revision: expect.any(String) })
  })
})

describe('the list of models and prices', () => {
  it('shows a user the models of the own group, and nothing of channels and sources', async () => {
    const { models, groups, unpriced_policy: policy } = await prices(user)
    expect(models.map(({ model }) => model)).toEqual(['alias', 'gpt-4o-mini', 'home-made', 'o3'])
    expect([groups, policy]).toEqual([[{ name: 'default', ratio: 1 }], 'ceiling'])
    const mini = models.find(({ model }) => model === 'gpt-4o-mini')
    expect(mini).toMatchObject({ vendor: 'openai', context: 128_000, max_output: 16_384, is_priced: true, groups: ['default'] })
    expect(mini?.price).toMatchObject({ input: 0.15, output: 0.6, cacheRead: 0.075 })
    expect(mini?.features).toContain('tools')
    expect(JSON.stringify(models)).not.toMatch(/"(channels|source|catalog)"/)
  })

  it('shows an administrator all of them, those without a price first, with channels, groups and source', async () => {
    const { models, groups } = await prices(admin)
    expect(models.map(({ model, source, channels }) => [model, source, channels])).toEqual([
      ['home-made', 'none', 1],
      ['alias', 'catalog', 1],
      ['gpt-4o-mini', 'catalog', 2],
      ['o3', 'catalog', 1],
      ['whisper-1', 'catalog', 1],
    ])
    expect(groups).toEqual([
      { name: 'default', ratio: 1 },
      { name: 'vip', ratio: 0.5 },
    ])
    expect((await row('gpt-4o-mini'))?.groups).toEqual(['default', 'vip'])
    expect((await row('whisper-1'))?.price).toEqual({ perSecond: 0.0001 })
  })

  it('shows the price by which an alias is charged, and says so', async () => {
    expect(await row('alias')).toMatchObject({ charged_as: ['gpt-4o-mini'], price: { input: 0.15 }, context: 128_000 })
    expect((await row('gpt-4o-mini'))?.charged_as).toBeUndefined()
  })

  it('says what a model without a price costs, or that it cannot be called', async () => {
    expect(await row('home-made', user)).toMatchObject({ is_priced: false, price: { input: 60, output: 60 } })
    await harness.configure({ UnpricedModelPolicy: 'refuse' })
    expect((await row('home-made', user))?.price).toBeUndefined()
  })

  it('tells what a group pays by a sheet of its own: all of them to administrators, the own one to others', async () => {
    const sheets = {
      default: { 'gpt-4o-mini': { input: 1, output: 3 }, 'home-made': { input: 5 } },
      vip: { 'gpt-4o-mini': { input: 0.5 } },
    }
    await harness.configure({ GroupSheets: JSON.stringify(sheets), GroupRatio: '{"default":2,"vip":0.5}' })
    expect(await row('gpt-4o-mini')).toMatchObject({
      price: { input: 0.15, output: 0.6 },
      group_prices: { default: { input: 1, output: 3 }, vip: { input: 0.5 } },
    })
    expect((await row('gpt-4o-mini', user))?.group_prices).toEqual({ default: { input: 1, output: 3 } })
    expect((await row('home-made', user))?.is_priced).toBe(true)
    expect((await row('o3', user))?.group_prices).toBeUndefined()
    const { json } = await call('GET', '/api/pricing', { by: user })
    const listed = (json?.['data'] ?? []) as readonly { readonly model_name: string; readonly model_ratio: number }[]
    // one dollar is the ratio 0.5, and clients multiply by the 2 of the group
    expect(listed.find((found) => found.model_name === 'gpt-4o-mini')?.model_ratio).toBe(0.25)
  })

  it('tells administrators what the cheapest and the dearest channel pay, and nobody else', async () => {
    await harness.configure({ ModelSheets: JSON.stringify({ 'sold-here': { vendor: 'v', mode: 'chat', price: { input: 2, output: 8 } } }) })
    await addChannel({ name: 'cheap', models: 'sold-here', cost: '0.8' })
    await addChannel({ name: 'dear', models: 'sold-here', cost: '{"sold-here":{"input":3,"output":9}}', group: 'default,vip' })
    await addChannel({ name: 'by the call', models: 'sold-here', cost: '{"*":{"perRequest":0.01}}' })
    await addChannel({ name: 'silent', models: 'sold-here' })
    // 0.8 × (2 + 8), and 3 + 9; a price of another unit and a silent channel say nothing
    expect(await row('sold-here')).toMatchObject({ channels: 4, costs: { low: 8, high: 12 } })
    expect((await row('o3'))?.costs).toBeUndefined()
    expect(JSON.stringify(await prices(user))).not.toContain('"costs"')
    for (const { id, models } of await harness.store.channels.all())
      if (models === 'sold-here') await harness.store.channels.update(id, { status: 2 })
  })

  it('follows a channel and an option at once', async () => {
    await harness.configure({ ModelRatio: '{"o3":5}' })
    expect(await row('o3')).toMatchObject({ source: 'ratios', price: { input: 10 }, catalog: { input: 2, output: 8 } })
    const { id } = (await harness.store.channels.all()).find(({ name }) => name === 'vip only') ?? { id: 0 }
    await harness.store.channels.update(id, { status: 2 })
    expect(await row('whisper-1')).toBeUndefined()
    await harness.store.channels.update(id, { status: 1 })
    expect(await row('whisper-1')).toMatchObject({ channels: 1 })
  })

  it('follows each thing of a channel that a row is made of, while no option changes', async () => {
    const before = await row('o3')
    await addChannel({ name: 'extra', models: 'o3', group: 'svip', cost: '2' })
    const { id } = (await harness.store.channels.all()).find(({ name }) => name === 'extra') ?? { id: 0 }
    const told = async () => {
      const { channels, groups, charged_as, costs } = (await row('o3')) ?? {}
      return { channels, groups: groups?.toSorted(), charged_as, costs: costs?.high }
    }
    // Twice 2 + 8, as the catalogue has it.
    expect(await told()).toEqual({ channels: 2, groups: ['default', 'svip', 'vip'], charged_as: undefined, costs: 20 })
    await harness.store.channels.update(id, { cost: '4' })
    expect((await told()).costs).toBe(40)
    await harness.store.channels.update(id, { modelMapping: '{"o3":"gpt-4o-mini"}' })
    expect((await told()).charged_as?.toSorted()).toEqual(['gpt-4o-mini', 'o3'])
    await harness.store.channels.update(id, { modelMapping: '', group: 'vip' })
    expect((await told()).groups).toEqual(['default', 'vip'])
    await harness.store.channels.delete(id)
    expect(await row('o3')).toEqual(before)
  })

  it('is shown to visitors only where the operator allows it, like the list of the family', async () => {
    for (const path of ['/api/prices', '/api/pricing']) expect([path, (await call('GET', path)).status]).toEqual([path, 401])
    await harness.configure({ PricingPublic: 'true' })
    expect((await prices()).models.map(({ model }) => model)).toEqual(['alias', 'gpt-4o-mini', 'home-made', 'o3'])
    const { json } = await call('GET', '/api/pricing')
    expect(json).toMatchObject({ success: true, group_ratio: { default: 1 }, usable_group: { default: 'default' } })
    expect(json?.['data']).toContainEqual({
      model_name: 'gpt-4o-mini',
      quota_type: 0,
      model_ratio: 0.075,
      model_price: 0,
      completion_ratio: 4,
      owner_by: 'openai',
      enable_groups: ['default'],
    })
  })
})

describe('the price of one model', () => {
  it('is told with what is set, what the catalogue says and who serves it', async () => {
    const found = await detail('gpt-4o-mini')
    expect(found).toMatchObject({ model: 'gpt-4o-mini', ratios: {}, catalog: { vendor: 'openai', price: { input: 0.15 } } })
    expect(found['sheet']).toBeUndefined()
    expect((found['channels'] as readonly { readonly name: string }[]).map(({ name }) => name)).toEqual(['two', 'one'])
    expect((await call('GET', '/api/prices/model?model=gpt-4o-mini', { by: user })).status).toBe(403)
  })

  it('is set in dollars, counts at once, and takes the ratios away that would come before it', async () => {
    await harness.configure({ ModelRatio: '{"gpt-4o-mini":9,"o3":4}', CompletionRatio: '{"gpt-4o-mini":2}' })
    expect((await detail('gpt-4o-mini'))['ratios']).toEqual({ ModelRatio: 9, CompletionRatio: 2 })
    expect((await put('gpt-4o-mini', (await detail('gpt-4o-mini')).revision)).json).toMatchObject({ success: true })
    expect(await row('gpt-4o-mini')).toMatchObject({ source: 'sheet', price: { input: 3, output: 12 }, catalog: { input: 0.15 } })
    expect(await row('gpt-4o-mini')).toMatchObject({ context: 128_000, features: expect.arrayContaining(['tools']) })
    expect((await row('o3'))?.source).toBe('ratios')
    const stored = new Map((await harness.store.options.all()).map(({ name, value }) => [name, value]))
    expect([stored.get('ModelRatio'), stored.get('CompletionRatio')]).toEqual(['{"o3":4}', '{}'])
    const [entry] = await harness.store.audit.list({ actorId: 0, action: '', startTime: 0, endTime: 0 }, { offset: 0, limit: 1 })
    expect(entry).toMatchObject({
      action: 'price.set',
      actor_id: root.id,
      object: 'price gpt-4o-mini',
      before: '{"ModelRatio":9,"CompletionRatio":2}',
      after: '{"price":{"input":3,"output":12}}',
    })
  })

  it('is that of the catalogue again when it is removed', async () => {
    await put('gpt-4o-mini', (await detail('gpt-4o-mini')).revision)
    const { revision } = await detail('gpt-4o-mini')
    const path = `/api/prices/model?model=gpt-4o-mini&revision=${revision}`
    for (const by of [user, admin]) expect((await call('DELETE', path, { by })).status).toBe(403)
    expect((await call('DELETE', path, { by: root })).json).toMatchObject({ success: true })
    expect(await row('gpt-4o-mini')).toMatchObject({ source: 'catalog', price: { input: 0.15 } })
  })

  it('is not set over a change that its author has not seen', async () => {
    const { revision } = await detail('gpt-4o-mini')
    const refusal = 'Somebody has changed prices since you looked; nothing was saved. Open them again, then decide'
    const both = await Promise.all([
      put('gpt-4o-mini', revision),
      put('gpt-4o-mini', revision, { sheet: { ...SHEET, price: { input: 7 } } }),
    ])
    expect(both.map(({ json }) => json?.['message']).toSorted()).toEqual(['', refusal])
    expect((await put('gpt-4o-mini', '')).json).toMatchObject({ success: false, message: refusal })
  })

  it('of two models, set at once, are both kept', async () => {
    const names = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']
    const revisions = await Promise.all(names.map(async (name) => (await detail(name)).revision))
    await Promise.all(names.map((name, at) => put(name, revisions[at] ?? '')))
    for (const name of names) expect((await detail(name))['sheet']).toMatchObject({ model: name, price: { input: 3 } })
  })

  it.each([
    [{ ...SHEET, price: { input: -1 } }, 'sheet.price.input'],
    [{ ...SHEET, price: { input: 1_000_001 } }, 'sheet.price.input'],
    [{ ...SHEET, price: { perImage: 1001 } }, 'sheet.price.perImage'],
    [{ ...SHEET, price: { inptu: 3 } }, 'sheet.price'],
    [{ ...SHEET, mode: 'video' }, 'sheet.mode'],
  ])('is refused by the field when it is negative, absurd or misspelt: %o', async (sheet, field) => {
    const answer = await put('gpt-4o-mini', (await detail('gpt-4o-mini')).revision, { sheet })
    expect(answer.json).toMatchObject({ success: false, message: expect.stringContaining(`Invalid parameter: ${field},`) })
    expect((await row('gpt-4o-mini'))?.source).toBe('catalog')
  })

  it('is set by root alone, who alone changes the options of ratios', async () => {
    const { revision } = await detail('gpt-4o-mini')
    for (const by of [user, admin]) expect((await put('gpt-4o-mini', revision, { by })).status).toBe(403)
    expect((await row('gpt-4o-mini'))?.source).toBe('catalog')
    expect((await put('gpt-4o-mini', revision)).json).toMatchObject({ success: true })
  })
})

describe('the list of models for callers', () => {
  const listed = async (path: string) => {
    const { key } = await harness.token(user)
    return (await harness.call('GET', path, { headers: { authorization: `Bearer sk-${key}` } })).json
  }

  it('tells limits, features and the price in the group of the caller, in a field of its own', async () => {
    await harness.configure({ GroupRatio: '{"default":2}' })
    const one = await listed('/v1/models/alias')
    expect(one).toMatchObject({ id: 'alias', object: 'model', created: 1_626_777_600, owned_by: 'openai', root: 'alias', parent: null })
    expect(one?.['weir']).toMatchObject({
      context_length: 128_000,
      max_output_tokens: 16_384,
      features: expect.arrayContaining(['tools', 'vision']),
      price: { input: 0.3, output: 1.2, cache_read: 0.15, fees: { web_search: 0.02 } },
    })
    const list = await listed('/v1/models')
    expect(list?.['object']).toBe('list')
    expect(list?.['data']).toContainEqual({ ...one })
  })

  it('follows the own sheets of the operator, and names no price where calls are refused', async () => {
    const sheet = { vendor: 'v', mode: 'chat', context: 9000, price: { input: 1, tiers: [{ above: 100, input: 2 }] } }
    await harness.configure({ ModelSheets: JSON.stringify({ 'home-made': sheet }) })
    expect((await listed('/v1/models/home-made'))?.['weir']).toEqual({
      context_length: 9000,
      features: [],
      price: { input: 1, tiers: [{ above: 100, input: 2 }] },
    })
    await harness.configure({ ModelSheets: '{}', UnpricedModelPolicy: 'refuse' })
    expect((await listed('/v1/models/home-made'))?.['weir']).toEqual({ features: [] })
  })
})
