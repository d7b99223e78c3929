import { afterAll, beforeAll, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let root: Member
let user: Member

beforeAll(async () => {
  harness = await openServerHarness()
  root = await harness.member(Role.root)
  user = await harness.member(Role.user)
  const channel = { type: 1, name: 'one', key: 'sk-k', models: 'drawer,dall-e-2,dall-e-next', group: 'default' }
  await harness.call('POST', '/api/channel/', { cookie: root.cookie, body: channel })
  await harness.configure({ GroupRatio: '{"default":2}' })
})
afterAll(() => harness.close())

const rowOf = async (path: string, model: string, by: Member) => {
  const { json } = await harness.call('GET', path, { cookie: by.cookie })
  const data = (json?.['data'] ?? []) as readonly object[] | { readonly models: readonly object[] }
  const rows = 'models' in data ? data.models : data
  return rows.find((row) => Object.values(row)[0] === model) as Readonly<Record<string, unknown>> | undefined
}

const save = async (price: object, aliases: readonly string[] = []) => {
  const { json } = await harness.call('GET', '/api/prices/model?model=drawer', { cookie: root.cookie })
  const { revision } = (json?.['data'] ?? {}) as { readonly revision: string }
  const body = { model: 'drawer', revision, sheet: { vendor: 'v', mode: 'image', price, aliases } }
  return await harness.call('PUT', '/api/prices/model', { cookie: root.cookie, body, headers: { 'accept-language': 'en' } })
}

const images = [
  { size: '1024x1024', quality: 'hd', price: 0.08 },
  { size: '1024x1024', price: 0.05 },
]

it('tells what pictures cost by size and quality wherever it tells prices', async () => {
  expect((await save({ perImage: 0.04, images })).json?.['success']).toBe(true)
  expect(await rowOf('/api/prices', 'drawer', user)).toMatchObject({ price: { perImage: 0.04, images } })
  // 0.04 dollars a picture are the ratio 20, and clients multiply by the 2 of the group
  expect(await rowOf('/api/pricing', 'drawer', user)).toMatchObject({ model_ratio: 20, images })
  expect(await rowOf('/api/pricing', 'dall-e-2', user)).toMatchObject({
    model_ratio: 8,
    images: [
      { size: '256x256', price: 0.016 },
      { size: '512x512', price: 0.018 },
      { size: '1024x1024', price: 0.02 },
    ],
  })
  const { key } = await harness.token(user)
  const { json } = await harness.call('GET', '/v1/models/drawer', { headers: { authorization: `Bearer sk-${key}` } })
  expect(json?.['weir']).toMatchObject({
    price: {
      per_image: 0.08,
      images: [
        { size: '1024x1024', quality: 'hd', price: 0.16 },
        { size: '1024x1024', price: 0.1 },
      ],
    },
  })
})

it('tells the price of a group of its own by size as clients reckon it', async () => {
  await harness.configure({
    GroupSheets: JSON.stringify({ default: { drawer: { perImage: 0.02, images: [{ size: '1x1', price: 0.06 }] } } }),
  })
  // both are divided by the 2 of the group, by which clients multiply
  expect(await rowOf('/api/pricing', 'drawer', user)).toMatchObject({ model_ratio: 5, images: [{ size: '1x1', price: 0.03 }] })
  await harness.configure({ GroupSheets: '{}' })
})

it('shows an alias at the price of its sheet, and refuses one that another sheet claims', async () => {
  const saved = await save({ perImage: 0.04 }, ['dall-e-next', 'other-drawer'])
  expect(saved.json?.['success']).toBe(true)
  expect(await rowOf('/api/prices', 'drawer', root)).toMatchObject({ aliases: ['dall-e-next', 'other-drawer'], source: 'sheet' })
  expect(await rowOf('/api/prices', 'dall-e-next', root)).toMatchObject({
    model: 'dall-e-next',
    alias_of: 'drawer',
    vendor: 'v',
    mode: 'image',
    is_priced: true,
    source: 'sheet',
    price: { perImage: 0.04 },
  })
  const sheet = { vendor: 'v', mode: 'image', price: { perImage: 1 }, aliases: ['other-drawer'] }
  const list = JSON.stringify({ models: [{ model: 'twin', ...sheet }] })
  const preview = await harness.call('POST', '/api/prices/preview', { cookie: root.cookie, body: { text: list } })
  const { revision } = (preview.json?.['data'] ?? {}) as { readonly revision: string }
  const headers = { 'accept-language': 'en' }
  const refused = await harness.call('POST', '/api/prices/import', {
    cookie: root.cookie,
    body: { text: list, revision, scheduled: false },
    headers,
  })
  expect(refused.json?.['message']).toBe(
    'Nothing was saved: the alias other-drawer of twin is a name of drawer already; take it out of one of them',
  )
  expect((await save({ perImage: 0.05 }, [])).json?.['success']).toBe(true)
  expect((await rowOf('/api/prices', 'dall-e-next', root))?.['is_priced']).toBe(false)
})

it('refuses rows that say one thing twice, and those of a model that is sold by tokens', async () => {
  const [first] = images
  for (const price of [{ images: [first, first] }, { images: [{ price: 1 }] }, { input: 1, images }]) {
    const { json } = await save(price)
    expect([json?.['success'], String(json?.['message'])]).toEqual([false, expect.stringContaining('sheet.price.images')])
  }
})
