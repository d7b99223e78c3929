import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let root: Member

beforeAll(async () => {
  harness = await openServerHarness()
  root = await harness.member(Role.root)
})
beforeEach(() => harness.configure({ ModelSheets: '{}', ModelRatio: '{}' }))
afterAll(() => harness.close())

const post = (path: string, body: object, language = 'en') =>
  harness.call('POST', path, { cookie: root.cookie, body, headers: { 'accept-language': language } })
const preview = (text: string, language?: string) => post('/api/prices/preview', { text }, language)
const previewed = async (text: string) =>
  (await preview(text)).json?.['data'] as { readonly revision: string; readonly [name: string]: unknown }
const apply = async (text: string, revision: string) => (await post('/api/prices/import', { text, revision })).json
const sheetsNow = async () => {
  const stored = (await harness.store.options.all()).find(({ name }) => name === 'ModelSheets')
  return JSON.parse(stored?.value ?? '{}') as Record<string, { readonly price: unknown }>
}

const sheet = (model: string, price: object) => ({ model, vendor: 'openai', mode: 'chat', price })
const listOf = (...models: readonly unknown[]) => `{"models": [\n${models.map((model) => JSON.stringify(model)).join(',\n')}\n]}`
const LIST = listOf(sheet('o3', { input: 3, output: 8 }), sheet('brand-new', { input: 1, output: 2 }), sheet('same', { input: 5 }))

describe('the preview of a price list', () => {
  it('shows what is new, what changes, what stays and what the list does not hold, and saves nothing', async () => {
    const own = { same: { vendor: 'v', mode: 'chat', price: { input: 5 } }, mine: { vendor: 'v', mode: 'chat', price: { input: 1 } } }
    await harness.configure({ ModelSheets: JSON.stringify(own), ModelRatio: '{"brand-new":3,"other":1}' })
    const shown = await previewed(LIST)
    expect(shown).toMatchObject({
      problems: [],
      added: [{ model: 'brand-new', price: { input: 1, output: 2 } }],
      changed: [{ model: 'o3', before: { input: 2, output: 8 }, price: { input: 3, output: 8 } }],
      same: 1,
      missing: ['mine'],
      by_ratios: ['brand-new'],
    })
    expect(Object.keys(await sheetsNow())).toEqual(['same', 'mine'])
  })

  it('reads the public list too, larger than other bodies may be', async () => {
    const row = {
      litellm_provider: 'openai',
      mode: 'chat',
      input_cost_per_token: 3e-6,
      output_cost_per_token: 1e-5,
      note: 'x'.repeat(1200),
    }
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`listed-${n}`, row])))
    expect(text.length).toBeGreaterThan(1_200_000)
    const { added } = await previewed(text)
    expect(added).toHaveLength(1000)
    expect(added).toContainEqual({ model: 'listed-999', price: { input: 3, output: 10 } })
  })

  it('shows a hundred of the models that are wrong, and no more', async () => {
    const wrong = (count: number) => JSON.stringify({ models: Array.from({ length: count }, (_, at) => ({ model: `m${at}` })) })
    expect((await previewed(wrong(100)))['problems']).toHaveLength(100)
    expect((await previewed(wrong(101)))['problems']).toHaveLength(100)
  })

  it('names every wrong row with its line, in the language of the reader', async () => {
    const text = listOf(
      sheet('good', { input: 1 }),
      sheet('below', { input: -1 }),
      sheet('absurd', { output: 2e6 }),
      sheet('good', { input: 2 }),
      { model: 'bare' },
    )
    const { problems, revision } = await previewed(text)
    expect(problems).toMatchObject([
      { line: 3, name: 'below', reason: expect.stringMatching(/^price\.input: must not be below 0$/) },
      { line: 4, name: 'absurd', reason: expect.stringMatching(/^price\.output: must not be above \d+$/) },
      { line: 5, name: 'good', reason: 'the model is named twice' },
      { line: 6, name: 'bare', reason: expect.stringMatching(/^vendor: /) },
    ])
    expect((await preview(text, 'zh')).text).toMatch(/不能小于 0.*同一个模型出现了两次/)
    expect(await apply(text, revision)).toMatchObject({
      success: false,
      message: expect.stringMatching(
        /^Nothing was applied, because of wrong models in the price list \(4\); the first is below: price\.input: /,
      ),
    })
    expect(await sheetsNow()).toEqual({})
  })

  it('says at which line a text is no JSON, and when it is no list', async () => {
    expect((await preview('{"models": [\n{},\n]}')).json?.['message']).toBe(
      'The price list is not valid JSON at line 3; nothing was applied',
    )
    expect((await preview('{"a": 1}')).json?.['message']).toMatch(/^This is no price list: /)
  })
})

describe('the import of a price list', () => {
  it('saves exactly what was shown, once, and keeps the other sheets', async () => {
    await harness.configure({ ModelSheets: '{"mine":{"vendor":"v","mode":"chat","price":{"input":1}}}' })
    const { revision } = await previewed(LIST)
    expect(await apply(LIST, revision)).toMatchObject({ success: true, data: { saved: 3 } })
    const saved = await sheetsNow()
    expect(Object.keys(saved)).toEqual(['mine', 'brand-new', 'same', 'o3'])
    expect(saved['o3']?.price).toEqual({ input: 3, output: 8 })
    expect(await apply(LIST, revision)).toMatchObject({ success: false, message: expect.stringContaining('nothing was saved') })
    const [entry] = await harness.store.audit.list({ actorId: 0, action: '', startTime: 0, endTime: 0 }, { offset: 0, limit: 1 })
    expect(entry).toMatchObject({ action: 'price.import', object: 'price list', before: '{"sheets":1}', after: '{"sheets":4,"saved":3}' })
  })

  it('is refused when prices have changed since the preview, or for another text', async () => {
    const { revision } = await previewed(LIST)
    expect(await apply(LIST.replace('"input":3', '"input":4'), revision)).toMatchObject({ success: false })
    await harness.configure({ ModelRatio: '{"o3":7}' })
    expect(await apply(LIST, revision)).toMatchObject({ success: false })
    expect(await sheetsNow()).toEqual({})
  })

  it('of two at once saves one', async () => {
    const { revision } = await previewed(LIST)
    const both = await Promise.all([apply(LIST, revision), apply(LIST, revision)])
    expect(both.map((json) => json?.['success']).toSorted()).toEqual([false, true])
  })

  it.each([Role.user, Role.admin])('is for root alone, not for the role %i', async (role) => {
    const { cookie } = await harness.member(role)
    for (const path of ['/api/prices/preview', '/api/prices/import'])
      expect((await harness.call('POST', path, { cookie, body: { text: LIST, revision: '' } })).status).toBe(403)
  })
})
