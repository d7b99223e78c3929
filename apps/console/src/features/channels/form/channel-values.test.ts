import { describe, expect, test } from 'bun:test'
import {
  accessOf,
  bodyOf,
  modelsForType,
  newChannelValues,
  problemsOf,
  valuesOf,
  withModels,
  type ChannelValues,
} from './channel-values.ts'

const values = (fields: Partial<ChannelValues>): ChannelValues => ({
  ...newChannelValues,
  name: 'n',
  key: 'k',
  models: ['gpt-4'],
  ...fields,
})

const problemOf = (...input: Parameters<typeof problemsOf>) => problemsOf(...input)[0]

const stored = {
  id: 5,
  type: 33,
  key: '' as const,
  status: 1,
  name: 'aws',
  weight: 0,
  created_time: 0,
  test_time: 0,
  response_time: 0,
  base_url: '',
  other: '',
  balance: 0,
  balance_updated_time: 0,
  models: 'a,b',
  group: 'default,vip',
  tag: 'eu,blue',
  used_quota: 0,
  model_mapping: '{"a":"b"}',
  priority: 0,
  config: '{"region":"r1","ak":"a1","sk":"s1"}',
  last_test: null,
  system_prompt: '',
  header_override: '',
  param_override: '',
  setting: '',
  cost: '',
}

describe('the body that is sent', () => {
  test('C-299 C-300 C-302 lists are joined and the type is a number', () => {
    const body = bodyOf(values({ models: ['gpt-4', 'gpt-4o'], groups: ['default', 'vip'] }))
    expect(body).toMatchObject({ models: 'gpt-4,gpt-4o', group: 'default,vip', type: 1, tag: '' })
  })

  test('C-301 the config is JSON text, without what was left empty', () => {
    expect(bodyOf(values({ config: { region: '', ak: 'A' } })).config).toBe('{"ak":"A"}')
  })

  test('C-303 one trailing slash of the address goes', () => {
    expect(bodyOf(values({ baseUrl: 'https://p.example/' })).base_url).toBe('https://p.example')
  })

  test('C-304 C-305 a version left empty becomes the default of its type', () => {
    expect(bodyOf(values({ type: 3 })).other).toBe('2024-03-01-preview')
    expect(bodyOf(values({ type: 3, other: '2025-01-01' })).other).toBe('2025-01-01')
    expect(bodyOf(values({ type: 1 })).other).toBe('')
  })

  test('C-307 C-308 the key of some types is made of their fields', () => {
    const config = { ak: 'A', sk: 'S', region: 'R' }
    const body = bodyOf(values({ type: 33, key: '', config }))
    expect(body.key).toBe('A|S|R')
    expect(JSON.parse(body.config)).toEqual(config)
    expect(bodyOf(values({ type: 33, key: 'own', config })).key).toBe('own')
  })

  test('C-312 a batch goes out as lines of one key', () => {
    expect(bodyOf(values({ key: 'k1\nk2\n', isBatch: true })).key).toBe('k1\nk2')
  })
})

describe('what keeps the form from being sent', () => {
  test('C-292 C-293 a new channel needs a name and a key', () => {
    expect(problemOf(values({ name: ' ' }), true)?.message).toBe('channel.nameAndKeyRequired')
    expect(problemOf(values({ key: '' }), true)?.message).toBe('channel.nameAndKeyRequired')
  })

  test('an empty form is marked at every field that is missing, and at a mapping that is wrong', () => {
    const marked = (fields: Partial<ChannelValues>, isNew: boolean) => problemsOf(values(fields), isNew).map(({ field }) => field)
    expect(marked({ name: '', key: '', models: [] }, true)).toEqual(['name', 'key', 'models'])
    expect(marked({ name: '', key: '', models: [], modelMapping: '{bad' }, false)).toEqual(['models', 'modelMapping'])
    expect(marked({}, true)).toEqual([])
  })

  test('C-297 an existing one does not', () => {
    expect(problemOf(values({ key: '' }), false)).toBeUndefined()
  })

  test('C-309 a key with a missing part is no key', () => {
    expect(problemOf(values({ type: 33, key: '', config: { ak: 'A', region: 'R' } }), true)?.field).toBe('key')
  })

  test('C-294 at least one model', () => {
    expect(problemOf(values({ models: [] }), true)?.message).toBe('channel.modelsRequired')
  })

  test('a proxy needs no model', () => {
    expect(problemOf(values({ type: 43, models: [] }), true)).toBeUndefined()
  })

  test('C-295 C-296 a mapping is JSON or nothing', () => {
    expect(problemOf(values({ modelMapping: '{bad' }), true)).toEqual({ field: 'modelMapping', message: 'channel.mappingInvalid' })
    expect(problemOf(values({ modelMapping: ' ' }), true)).toBeUndefined()
  })

  test('a mapping names a model for each model', () => {
    expect(problemOf(values({ modelMapping: '{"a":"b"}' }), true)).toBeUndefined()
    for (const modelMapping of ['[]', '1', '{"a":1}', '{"a":""}', '{"a":"b","c":1}'])
      expect(problemOf(values({ modelMapping }), true)).toEqual({
        field: 'modelMapping',
        message: 'channel.mappingInvalid',
        detail: 'channel.mappingShape',
      })
  })
})

describe('the overrides of a channel', () => {
  test('come from their JSON and go back to it', () => {
    const channel = { ...stored, setting: '{"proxy":"http://p.example:1"}', header_override: '{"x-a":"***"}', param_override: '{"n":2}' }
    const shown = valuesOf(channel)
    expect([shown.proxy, shown.headerOverride, shown.paramOverride]).toEqual([
      'http://p.example:1',
      '{\n  "x-a": "***"\n}',
      '{\n  "n": 2\n}',
    ])
    expect(bodyOf(shown)).toMatchObject({ setting: '{"proxy":"http://p.example:1"}', param_override: '{\n  "n": 2\n}' })
    expect(bodyOf(valuesOf(stored))).toMatchObject({ setting: '', header_override: '', param_override: '' })
  })
})

describe('what the form starts with', () => {
  test('a new channel is one of OpenAI in the group default, with one key', () => {
    expect(newChannelValues).toMatchObject({ type: 1, groups: ['default'], models: [], key: '', isBatch: false, baseUrl: '' })
  })

  test('C-314 C-318 lists are split and the config is spread', () => {
    expect(valuesOf(stored)).toMatchObject({
      models: ['a', 'b'],
      groups: ['default', 'vip'],
      tags: ['eu', 'blue'],
      config: { region: 'r1', ak: 'a1', sk: 's1' },
      modelMapping: '{\n  "a": "b"\n}',
      key: '',
    })
  })

  test('broken or absent JSON does not break the form', () => {
    expect(valuesOf({ ...stored, config: '{bad', model_mapping: '{bad' })).toMatchObject({ config: {}, modelMapping: '{bad' })
    expect(valuesOf({ ...stored, config: 'null', model_mapping: 'null' })).toMatchObject({ config: {}, modelMapping: '' })
  })
})

const AZURE = ['gpt-4', 'gpt-4o']
const AWS = ['claude-x', 'gpt-4o']

test.each([
  ['an empty list is filled', [], AWS],
  ['the list of the old type gives way to that of the new one', AZURE, AWS],
  ['what was added to it stays', [...AZURE, 'mine'], [...AWS, 'mine']],
  ['of a choice, what the new type has as well stays', ['gpt-4o'], ['gpt-4o']],
  ['a choice of nothing that the new type has is filled anew', ['gpt-4'], AWS],
  ['names of somebody’s own stay alone', ['mine'], ['mine']],
  ['own names stay beside what the new type has not', ['gpt-4', 'mine'], ['mine']],
])('%s when the type changes', (_, before, after) => {
  expect(modelsForType(before, AZURE, AWS)).toEqual(after)
})

test('a type without a list takes nothing away', () => {
  expect(modelsForType(['mine'], [], AWS)).toEqual(['mine'])
})

test('C-272 C-273 models from free text are added once', () => {
  expect(withModels(['a'], ' a , b\nc,,')).toEqual(['a', 'b', 'c'])
  expect(withModels(['a'], '  ')).toEqual(['a'])
})

test('what a key is tried with changes with type, address and settings, and with nothing else', () => {
  const start = valuesOf(stored)
  const access = accessOf(start)
  expect(accessOf({ ...start, key: 'sk-new', name: 'other', models: ['x'] })).toBe(access)
  expect(accessOf({ ...start, baseUrl: `${start.baseUrl}/` })).toBe(access)
  expect(accessOf({ ...start, baseUrl: 'https://elsewhere.test' })).not.toBe(access)
  expect(accessOf({ ...start, type: start.type + 1 })).not.toBe(access)
  expect(accessOf({ ...start, config: { region: 'r2' } })).not.toBe(access)
})
