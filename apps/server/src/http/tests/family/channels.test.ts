import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../../../testing/server-harness.ts'

let harness: ServerHarness
let admin: Member

beforeAll(async () => {
  harness = await openServerHarness()
  admin = await harness.member(Role.admin)
})

afterAll(() => harness.close())

interface Row {
  readonly [name: string]: unknown
  readonly id: number
  readonly config: string
}

const headers = { 'accept-language': 'en' }
const create = (body: object) => harness.call('POST', '/api/channel/', { cookie: admin.cookie, headers, body })
const edit = (body: object) => harness.call('PUT', '/api/channel/', { cookie: admin.cookie, headers, body })
const read = async (id: number) => (await harness.call('GET', `/api/channel/${id}`, { cookie: admin.cookie })).json?.['data'] as Row
const newest = async (): Promise<Row> => {
  const list = (await harness.call('GET', '/api/channel/?p=0', { cookie: admin.cookie })).json?.['data'] as readonly Row[]
  const [row] = list
  if (row === undefined) throw new Error('there is no channel')
  return row
}
const made = async (body: object): Promise<Row> => {
  const answer = await create({ type: 1, name: 'c', key: 'sk-a', models: 'gpt-4o', ...body })
  expect(answer.json).toEqual({ success: true, message: '' })
  return await newest()
}
const rowsOf = ({ json }: Answer) => (json?.['data'] ?? []) as readonly Row[]
const messageOf = ({ json }: Answer) => json?.['message']
const keyOf = async (id: number) => (await harness.store.channels.secretsOf(id))?.key

describe('the settings of a channel', () => {
  it('come back as they were given, so that a form can send them back', async () => {
    for (const config of ['', '{}', '{"region":"eu"}']) {
      const row = await made({ config })
      expect([config, row.config, (await read(row.id)).config]).toEqual([config, config, config])
      const answer = await edit({ ...row })
      expect([config, answer.json?.['success'], (await read(row.id)).config]).toEqual([config, true, config])
    }
  })

  it('may be an empty text, the JSON of one, or null', async () => {
    for (const config of ['', '""', 'null', null]) {
      const row = await made({ config, model_mapping: config })
      expect([config, row.config, row['model_mapping']]).toEqual([config, '', ''])
      expect([config, (await edit({ ...row, config })).json?.['success']]).toEqual([config, true])
    }
  })

  it('show the secrets as empty texts, in every answer', async () => {
    const aws = await made({ type: 33, config: '{"region":"us-east-1","ak":"AKIA1","sk":"the secret"}', key: 'AKIA1|the secret|us-east-1' })
    const shown = { region: 'us-east-1', ak: 'AKIA1', sk: '', vertex_ai_adc: '' }
    const found = await harness.call('GET', `/api/channel/search?keyword=${aws.id}`, { cookie: admin.cookie })
    const changed = await edit({ ...aws, priority: 3 })
    const configs = [aws, await read(aws.id), ...rowsOf(found), changed.json?.['data'] as Row].map((row) => row.config)
    expect(configs.map((config) => JSON.parse(config) as unknown)).toEqual([shown, shown, shown, shown])
    expect((await harness.store.channels.secretsOf(aws.id))?.secretConfig).toBe('{"sk":"the secret"}')
    const vertex = await made({ type: 42, config: '{"region":"us","vertex_ai_project_id":"p","vertex_ai_adc":"{\\"a\\":1}"}' })
    expect(JSON.parse(vertex.config)).toEqual({ region: 'us', vertex_ai_project_id: 'p', vertex_ai_adc: '', sk: '' })
  })

  /** As one-api's form does when it is saved with no key in it. */
  const joinedKey = (config: string): string => {
    const { ak, sk, region, vertex_ai_project_id: project, vertex_ai_adc: account } = JSON.parse(config) as Readonly<Record<string, string>>
    if (ak !== '' && sk !== '' && region !== '') return `${ak}|${sk}|${region}`
    return region !== '' && project !== '' && account !== '' ? `${region}|${project}|${account}` : ''
  }

  it.each([
    [33, '{"region":"us-east-1","ak":"AKIA1","sk":"the secret"}', 'AKIA1|the secret|us-east-1'],
    [42, '{"region":"us","vertex_ai_project_id":"p","vertex_ai_adc":"{}"}', 'us|p|{}'],
  ])('of type %d, made elsewhere, are saved by a form that joins the key, and the key stays', async (type, config, key) => {
    const row = await made({ type, config, key })
    const changed = await edit({ ...row, key: joinedKey(row.config), priority: 3 })
    expect([changed.text, changed.json?.['success']]).toEqual([changed.text, true])
    expect(await keyOf(row.id)).toBe(key)
  })
})

describe('the key of a channel', () => {
  it('is refused with the word undefined or null as one of its parts, and the stored one stays', async () => {
    const row = await made({ type: 33, key: 'AKIA1|secret|us-east-1' })
    for (const key of ['AKIA1|undefined|us-east-1', 'undefined|undefined|undefined', 'AKIA1|null|us', 'undefined', ' null ']) {
      const message = 'Invalid parameter: key, has a part that reads undefined or null: the form was not filled in completely'
      expect([key, messageOf(await edit({ ...row, key }))]).toEqual([key, message])
      expect([key, messageOf(await create({ type: 33, name: 'x', models: 'm', key }))]).toEqual([key, message])
    }
    expect(await keyOf(row.id)).toBe('AKIA1|secret|us-east-1')
    expect((await edit({ id: row.id, key: 'nullable|undefinedly|x' })).json?.['success']).toBe(true)
  })
})

describe('the status of a channel', () => {
  it('is kept when a channel that was switched off automatically is sent back', async () => {
    const row = await made({})
    await harness.store.channels.update(row.id, { status: 3 })
    const answer = await edit({ ...(await read(row.id)), name: 'renamed' })
    expect(answer.json).toMatchObject({ success: true, data: { status: 3, name: 'renamed' } })
    expect((await edit({ id: row.id, status: 1 })).json).toMatchObject({ success: true, data: { status: 1 } })
    expect(messageOf(await edit({ id: row.id, status: 3 }))).toBe(
      'Invalid parameter: status, is set to 3 by tests and faults alone; use 1 or 2',
    )
    expect((await edit({ id: row.id, status: 0, name: 'again' })).json).toMatchObject({ data: { status: 1, name: 'again' } })
  })

  it('is the one a channel is created with', async () => {
    const statuses: unknown[] = []
    for (const status of [1, 2, 3, 0, null, undefined]) statuses.push((await made({ status }))['status'])
    expect(statuses).toEqual([1, 2, 2, 1, 1, 1])
  })
})

describe('what a channel may be created without', () => {
  it('is a name, which then is that of the type', async () => {
    expect((await made({ name: undefined }))['name']).toBe('OpenAI')
    expect((await made({ name: '', type: 14 }))['name']).toContain('Anthropic')
  })

  it('are models, where the type needs none', async () => {
    const row = await made({ type: 43, models: undefined, base_url: 'https://upstream.example' })
    expect(row['models']).toBe('')
    expect((await edit({ ...row, name: 'proxy' })).json?.['success']).toBe(true)
    expect(messageOf(await create({ type: 1, name: 'c', key: 'k', models: '' }))).toBe('Invalid parameter: models, must not be empty')
    expect(messageOf(await edit({ id: row.id, type: 50, key: 'k' }))).toBe('Invalid parameter: models, must not be empty')
  })

  it('is the scheme of its address', async () => {
    expect((await made({ base_url: 'api.example.com' }))['base_url']).toBe('https://api.example.com')
    expect((await made({ base_url: 'localhost:11434/' }))['base_url']).toBe('https://localhost:11434')
    expect((await made({ base_url: 'http://inside.example' }))['base_url']).toBe('http://inside.example')
    for (const bad of ['ftp://example.com', 'user@example.com', 'a b', '//example.com']) {
      expect([bad, (await create({ type: 1, key: 'k', models: 'm', base_url: bad })).json?.['success']]).toEqual([bad, false])
    }
  })

  it('stays what it was when an edit sends it empty', async () => {
    const row = await made({ name: 'kept', group: 'vip' })
    expect((await edit({ id: row.id, name: '', models: '', group: '', key: '' })).json).toMatchObject({
      data: { name: 'kept', models: 'gpt-4o', group: 'vip' },
    })
    expect(await keyOf(row.id)).toBe('sk-a')
  })
})

describe('a channel in the form of new-api', () => {
  it('is read from inside its object, one line or several', async () => {
    const channel = {
      type: 1,
      name: 'wrapped',
      key: 'sk-1',
      models: 'gpt-4o',
      group: 'default',
      auto_ban: 1,
      setting: '{"proxy":"","force_format":false}',
    }
    expect((await create({ mode: 'single', channel })).json).toEqual({ success: true, message: '' })
    expect((await newest())['name']).toBe('wrapped')
    const before = (await harness.store.channels.all()).length
    expect(messageOf(await create({ mode: 'single', channel: { ...channel, key: 'a\nb' } }))).toBe(
      'Invalid parameter: key, must be one line when mode is single',
    )
    await create({ mode: 'batch', channel: { ...channel, key: 'a\nb' } })
    expect((await harness.store.channels.all()).length).toBe(before + 2)
    await create({ mode: 'multi_to_single', multi_key_mode: 'random', channel: { ...channel, key: 'a\nb\na' } })
    expect((await harness.store.channels.all()).length).toBe(before + 3)
    const keys = await harness.store.channelKeys.all(Number((await newest())['id']))
    expect([keys?.mode, keys?.keys.map(({ key }) => key)]).toEqual(['random', ['a', 'b']])
  })

  it('is refused by name where it sets what cannot be set here', async () => {
    const channel = { type: 1, name: 'n', key: 'k', models: 'gpt-4o' }
    const settings = [
      ['status_code_mapping', '{"400":"500"}'],
      ['openai_organization', 'org-1'],
      ['setting', '{"force_format":true}'],
    ]
    const row = await made({})
    for (const [name = '', value] of settings) {
      const message = `Invalid parameter: ${name}, is not a setting of this product; leave it empty`
      expect(messageOf(await create({ mode: 'single', channel: { ...channel, [name]: value } }))).toBe(message)
      expect(messageOf(await edit({ id: row.id, [name]: value }))).toBe(message)
      for (const empty of ['', '{}', null]) expect((await edit({ id: row.id, [name]: empty })).json?.['success']).toBe(true)
    }
  })
})
