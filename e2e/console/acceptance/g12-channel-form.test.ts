import { expect, it } from 'bun:test'
import { channelTypeById } from '@weir/contract/catalog/channel-types'
import type { Page } from 'playwright-core'
import { U10, channel } from './harness/fixtures.ts'
import { fail, ok, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import type { Visit } from './harness/visit.ts'

const related = { 1: ['gpt-4', 'gpt-4o'], 14: ['claude-x'] }
const known = ['gpt-4', 'gpt-4o', 'claude-x', 'other-1'].map((id) => ({ id, object: 'model', owned_by: 'x' }))
const form = (path: string, answers: Record<string, Reply> = {}) => ({
  user: U10,
  path,
  answers: { 'GET /api/models': ok(related), 'GET /api/channel/models': ok(known), ...answers },
})
const NAMES = { nameAndKey: '请填写渠道名称和渠道密钥！', models: '请至少选择一个模型！', mapping: '模型映射必须是合法的 JSON 格式！' }

const options = (page: Page) => page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
const chosen = (visit: Visit, field: string) => visit.id(`field-${field}`).locator('.ant-select-selection-item').allTextContents()

const pickType = async (visit: Visit, name: string) => {
  await visit.id('field-type').click()
  await visit.page.keyboard.type(name)
  await options(visit.page).filter({ hasText: name }).first().click()
}

const open33 = 'AWS'

acceptance('G12 channel form', (open) => {
  const fillBasics = async (visit: Visit) => {
    await visit.id('field-name').fill('c1')
    await visit.id('field-key').fill('k1')
    await visit.id('btn-fill-related').click()
  }
  const save = (visit: Visit) => visit.id('btn-save').click()
  const sent = async (visit: Visit, count = 1) => {
    const { body } = await visit.api.called('POST /api/channel/', count)
    return new Map(Object.entries(body ?? {}))
  }

  it('C-261 C-263 C-266 C-274 C-275 C-287 opens an empty form for the first type', async () => {
    await using visit = await open(form('/channel/add'))
    await visit.api.called('GET /api/channel/models')
    await visit.api.called('GET /api/group/')
    await visit.id('field-base_url').waitFor()
    for (const name of ['type', 'name', 'groups', 'models', 'model_mapping', 'key', 'base_url'])
      expect({ name, isVisible: await visit.id(`field-${name}`).isVisible() }).toEqual({ name, isVisible: true })
    for (const name of ['other', 'region', 'ak', 'sk', 'user_id']) expect(await visit.id(`field-${name}`).count()).toBe(0)
    expect(await chosen(visit, 'groups')).toEqual(['default'])
    const example = (await visit.id('field-model_mapping').getAttribute('placeholder')) ?? ''
    for (const name of ['gpt-3.5-turbo-0301', 'gpt-4-0314', 'gpt-4-32k-0314']) expect(example).toContain(name)
    expect(await visit.page.locator('input[data-testid="field-key"]').count()).toBe(1)
  })

  it('C-262 C-277 C-314 C-318 C-071 fills the form from the channel and offers no batch', async () => {
    const stored = channel(5, { type: 33, models: 'a,b', group: 'default,vip', config: '{"region":"r1","ak":"a1","sk":"s1"}' })
    await using visit = await open(form('/channel/edit/5', { 'GET /api/channel/5': ok(stored) }))
    await visit.api.called('GET /api/channel/5')
    await visit.id('field-region').waitFor()
    const values = await Promise.all(['region', 'ak', 'sk'].map((name) => visit.id(`field-${name}`).inputValue()))
    expect(values).toEqual(['r1', 'a1', 's1'])
    expect(await chosen(visit, 'models')).toEqual(['a', 'b'])
    expect(await chosen(visit, 'groups')).toEqual(['default', 'vip'])
    expect(await visit.id('field-batch').count()).toBe(0)
    expect(await visit.id('field-name').inputValue()).toBe('channel 5')
  })

  it('C-318 says of a stored secret that it is kept when the field stays empty, and of a new type that it is not', async () => {
    const stored = channel(5, { type: 33, config: '{"region":"r1","ak":"a1"}' })
    await using visit = await open(form('/channel/edit/5', { 'GET /api/channel/5': ok(stored) }))
    await visit.id('field-sk').waitFor()
    expect(await visit.id('field-sk').inputValue()).toBe('')
    expect(await visit.id('field-sk').getAttribute('placeholder')).toBe('已保存，不再显示；留空则不修改')
    expect(await visit.id('field-key').getAttribute('placeholder')).toContain('留空则不修改')
    await pickType(visit, '百度')
    await visit.page.locator('[data-testid="field-key"][placeholder*="APIKey|SecretKey"]').waitFor()
    expect(await visit.id('field-key').getAttribute('placeholder')).not.toContain('留空则不修改')
  })

  it('replaces the models of the old type with those of the new one and keeps what was added', async () => {
    await using visit = await open(form('/channel/add'))
    await visit.id('btn-fill-related').click()
    await visit.id('field-custom_model').fill('my-model')
    await visit.id('field-custom_model').press('Enter')
    expect(await chosen(visit, 'models')).toEqual(['gpt-4', 'gpt-4o', 'my-model'])
    await pickType(visit, 'Anthropic')
    expect(await chosen(visit, 'models')).toEqual(['claude-x', 'my-model'])
  })

  it('C-264 narrows the types by what is typed', async () => {
    await using visit = await open(form('/channel/add'))
    await visit.id('field-type').click()
    await options(visit.page).first().waitFor()
    const before = await options(visit.page).count()
    await visit.page.keyboard.type('Ollama')
    await options(visit.page).filter({ hasText: 'OpenAI' }).first().waitFor({ state: 'detached' })
    expect(await options(visit.page).count()).toBeLessThan(before)
  })

  it('C-267 C-300 takes groups from the server and new ones', async () => {
    await using visit = await open(form('/channel/add', { 'POST /api/channel/': ok() }))
    await visit.id('field-groups').click()
    await options(visit.page).filter({ hasText: 'vip' }).click()
    await visit.page.keyboard.type('brand-new')
    await visit.page.keyboard.press('Enter')
    expect(await chosen(visit, 'groups')).toEqual(['default', 'vip', 'brand-new'])
    await visit.page.keyboard.press('Escape')
    await fillBasics(visit)
    await save(visit)
    expect((await sent(visit)).get('group')).toBe('default,vip,brand-new')
  })

  it('C-268 C-269 C-270 C-271 C-272 C-273 chooses models by search, in bulk and by hand', async () => {
    await using visit = await open(form('/channel/add'))
    await visit.id('field-models').click()
    await visit.page.keyboard.type('other')
    await options(visit.page).filter({ hasText: 'other-1' }).click()
    expect(await chosen(visit, 'models')).toEqual(['other-1'])
    await visit.page.keyboard.press('Escape')
    await visit.id('btn-fill-related').click()
    expect(await chosen(visit, 'models')).toEqual(['gpt-4', 'gpt-4o'])
    await visit.id('btn-fill-all').click()
    expect(await chosen(visit, 'models')).toEqual(['gpt-4', 'gpt-4o', 'claude-x', 'other-1'])
    await visit.id('btn-clear-models').click()
    expect(await chosen(visit, 'models')).toEqual([])
    for (let time = 0; time < 2; time += 1) {
      await visit.id('field-custom_model').fill('my-model')
      await visit.id('field-custom_model').press('Enter')
    }
    expect(await chosen(visit, 'models')).toEqual(['my-model'])
    await visit.expectNoCall('POST /api/channel/')
  })

  it('C-276 C-312 turns the key into lines and sends them in one call', async () => {
    await using visit = await open(form('/channel/add', { 'POST /api/channel/': ok() }))
    await visit.id('field-batch').click()
    await visit.page.locator('textarea[data-testid="field-key"]').waitFor()
    await visit.id('field-name').fill('c1')
    await visit.id('field-key').fill('k1\nk2')
    await visit.id('btn-fill-related').click()
    await save(visit)
    expect((await sent(visit)).get('key')).toBe('k1\nk2')
  })

  it.each([
    ['C-278', 'Azure OpenAI', { base_url: '终结点', other: '默认 API 版本' }],
    ['C-279', '自定义渠道', { base_url: '接口地址' }],
    ['C-280', '讯飞', { other: '模型版本' }],
    ['C-281', '知识库：AI Proxy', { other: '知识库 ID' }],
    ['C-282', '阿里通义千问', { other: '插件参数' }],
    ['C-283', 'Coze', { user_id: '用户 ID' }],
    ['C-284', 'AWS', { region: '区域', ak: 'AK', sk: 'SK' }],
    ['C-285', 'Cloudflare', { user_id: '账户 ID' }],
    ['C-286', 'FastGPT', { base_url: '私有部署地址' }],
  ])('%s shows the fields of %s', async (code, name, fields) => {
    await using visit = await open(form('/channel/add'))
    await pickType(visit, name)
    for (const [field, label] of Object.entries(fields)) await visit.id(`field-${field}`).and(visit.page.getByLabel(label)).waitFor()
    if (code === 'C-283') await visit.page.getByText(/Bot ID.*bot-/).waitFor()
  })

  it.each([
    ['C-288', '百度', 'APIKey|SecretKey'],
    ['C-289', '讯飞', 'APPID|APISecret|APIKey'],
    ['C-290', 'FastGPT', 'APIKey-AppId'],
    ['C-291', '腾讯', 'AppId|SecretId|SecretKey'],
  ])('%s hints at the key of %s', async (_code, name, hint) => {
    await using visit = await open(form('/channel/add'))
    await pickType(visit, name)
    await visit.page.locator(`[data-testid="field-key"][placeholder*="${hint}"]`).waitFor()
  })

  it.each([
    ['C-292', 'key'],
    ['C-293', 'name'],
  ])('%s does not take the %s alone', async (_code, field) => {
    await using visit = await open(form('/channel/add'))
    await visit.id(`field-${field}`).fill('x1')
    await visit.id('btn-fill-related').click()
    await save(visit)
    await visit.toast('error', NAMES.nameAndKey)
    await visit.expectNoCall('POST /api/channel/')
  })

  it('C-294 C-295 C-296 says what is missing, one after the other, marks each field, and sends nothing until then', async () => {
    await using visit = await open(form('/channel/add', { 'POST /api/channel/': ok() }))
    const marks = visit.page.locator('.ant-form-item-has-error')
    await save(visit)
    await visit.toast('error', NAMES.nameAndKey)
    await marks.nth(2).waitFor()
    expect(await marks.count()).toBe(3)
    await visit.id('field-name').fill('c1')
    await visit.id('field-key').fill('k1')
    await save(visit)
    await visit.toast('error', NAMES.models)
    await visit.id('btn-fill-related').click()
    await marks.first().waitFor({ state: 'detached' })
    await visit.id('field-model_mapping').fill('{bad')
    await save(visit)
    await visit.toast('error', NAMES.mapping)
    await visit.expectNoCall('POST /api/channel/')
    for (const mapping of ['[]', '{"gpt-4":1}', '"gpt-4"']) {
      await visit.closeToasts()
      await visit.id('field-model_mapping').fill(mapping)
      await save(visit)
      await visit.toast('error', NAMES.mapping)
    }
    await visit.expectNoCall('POST /api/channel/')
    await visit.id('field-model_mapping').fill('')
    await save(visit)
    await visit.api.called('POST /api/channel/')
  })

  it('C-298 C-299 C-301 C-302 C-303 C-315 sends a new channel as the server expects it', async () => {
    await using visit = await open(form('/channel/add', { 'POST /api/channel/': ok() }))
    await fillBasics(visit)
    await visit.id('field-base_url').fill('https://p.example/')
    await save(visit)
    const body = await sent(visit)
    expect(body.get('models')).toBe('gpt-4,gpt-4o')
    expect(body.get('type')).toBe(1)
    expect(body.get('base_url')).toBe('https://p.example')
    expect(JSON.parse(String(body.get('config')))).toEqual({})
    expect(visit.api.calls('POST /api/channel/')).toHaveLength(1)
    await visit.toast('success', '')
  })

  it.each([
    ['C-304', 'Azure OpenAI', { typed: '', version: '2024-03-01-preview' }],
    ['C-305', 'Azure OpenAI', { typed: '2025-01-01', version: '2025-01-01' }],
    ['C-306', '讯飞', { typed: '', version: 'v2.1' }],
  ])('%s sends the version of %s', async (_code, name, { typed, version }) => {
    await using visit = await open(form('/channel/add', { 'POST /api/channel/': ok() }))
    await pickType(visit, name)
    await visit.id('btn-fill-all').click()
    await visit.id('field-name').fill('c1')
    await visit.id('field-key').fill('k1')
    await visit.id('field-other').fill(typed)
    await save(visit)
    expect((await sent(visit)).get('other')).toBe(version)
  })

  it('C-309 C-307 C-308 makes the key of its parts', async () => {
    await using visit = await open(form('/channel/add', { 'POST /api/channel/': ok() }))
    await pickType(visit, open33)
    await visit.id('btn-fill-all').click()
    await visit.id('field-name').fill('c1')
    await visit.id('field-region').fill('R')
    await visit.id('field-ak').fill('A')
    await save(visit)
    await visit.toast('error', NAMES.nameAndKey)
    await visit.expectNoCall('POST /api/channel/')
    await visit.id('field-sk').fill('S')
    await save(visit)
    const body = await sent(visit)
    expect(body.get('key')).toBe('A|S|R')
    expect(JSON.parse(String(body.get('config')))).toEqual({ ak: 'A', sk: 'S', region: 'R' })
  })

  it.each([
    ['C-310', 'Coze', 'U'],
    ['C-311', 'Cloudflare', 'X'],
  ])('%s keeps the id of %s in the config', async (_code, name, id) => {
    await using visit = await open(form('/channel/add', { 'POST /api/channel/': ok() }))
    await pickType(visit, name)
    await visit.id('btn-fill-all').click()
    await visit.id('field-name').fill('c1')
    await visit.id('field-key').fill('k1')
    await visit.id('field-user_id').fill(id)
    await save(visit)
    expect(JSON.parse(String((await sent(visit)).get('config')))).toEqual({ user_id: id })
  })

  it('C-297 C-313 saves an existing channel without its key', async () => {
    await using visit = await open(form('/channel/edit/5', { 'GET /api/channel/5': ok(channel(5)), 'PUT /api/channel/': ok(channel(5)) }))
    await save(visit)
    expect((await visit.api.called('PUT /api/channel/')).body).toMatchObject({ id: 5, key: '', models: 'gpt-4' })
  })

  it('C-316 C-317 keeps everything after a refusal and sends the same again', async () => {
    await using visit = await open(form('/channel/add', { 'POST /api/channel/': fail('dup') }))
    await fillBasics(visit)
    await save(visit)
    await visit.toast('error', 'dup')
    expect([await visit.id('field-name').inputValue(), await visit.id('field-key').inputValue()]).toEqual(['c1', 'k1'])
    expect(await chosen(visit, 'models')).toEqual(['gpt-4', 'gpt-4o'])
    await save(visit)
    expect(await sent(visit, 2)).toEqual(await sent(visit, 1))
  })

  it('C-265 C-263 offers every type of the product', async () => {
    await using visit = await open(form('/channel/add'))
    await visit.id('field-type').click()
    await options(visit.page).first().waitFor()
    const seen = new Set<string>()
    for (let step = 0; step < 60; step += 1) {
      for (const name of await options(visit.page).allTextContents()) seen.add(name)
      await visit.page.keyboard.press('ArrowDown')
    }
    const wanted = Array.from({ length: 39 }, (_, at) => channelTypeById(at + 1)?.name.zh)
    expect(wanted.filter((name) => name === undefined || !seen.has(name))).toEqual([])
  })
})
