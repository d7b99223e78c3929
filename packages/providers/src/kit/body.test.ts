import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '@weir/dialects/json'
import {
  changes,
  clampField,
  defaultField,
  developerIsSystem,
  eachMessage,
  eachTool,
  flattenText,
  forModels,
  messagesWithout,
  messagesWithoutNulls,
  onlyFields,
  renameField,
  toolsWithout,
  translateField,
  withoutFields,
  type BodyChange,
} from './body.ts'

const said = (...messages: readonly JsonObject[]): JsonObject => ({ messages })
const fn = (members: JsonObject): JsonObject => ({ type: 'function', function: members })

/** What each makes of a body; `same` where the caller's bytes can pass. */
const table: readonly (readonly [string, BodyChange, JsonObject, JsonObject | 'same'])[] = [
  ['withoutFields', withoutFields('a', 'b'), { a: 1, c: 2 }, { c: 2 }],
  ['withoutFields', withoutFields('a', 'b'), { c: 2 }, 'same'],
  ['onlyFields', onlyFields('a', 'b'), { a: 1, c: 2 }, { a: 1 }],
  ['onlyFields', onlyFields('a', 'b'), { a: 1 }, 'same'],
  ['renameField', renameField('a', 'b'), { x: 0, a: 1, y: 2 }, { x: 0, b: 1, y: 2 }],
  ['renameField', renameField('a', 'b'), { a: 1, b: 2 }, { b: 2 }],
  ['renameField', renameField('a', 'b'), { b: 2 }, 'same'],
  ['clampField', clampField('a', { min: 1, max: 3 }), { a: 0.9 }, { a: 1 }],
  ['clampField', clampField('a', { min: 1, max: 3 }), { a: 3.1 }, { a: 3 }],
  ['clampField', clampField('a', { min: 1, max: 3 }), { a: 1 }, 'same'],
  ['clampField', clampField('a', { min: 1, max: 3 }), { a: 3 }, 'same'],
  ['clampField', clampField('a', { min: 1, max: 3 }), { a: '9' }, 'same'],
  ['clampField', clampField('a', { max: 3 }), { a: -9 }, 'same'],
  ['clampField', clampField('a', { min: 3 }), { a: 9e9 }, 'same'],
  ['defaultField', defaultField('a', 7), {}, { a: 7 }],
  ['defaultField', defaultField('a', 7), { a: null }, 'same'],
  ['translateField', translateField('a', { low: 'small', off: undefined }), { a: 'low', b: 1 }, { a: 'small', b: 1 }],
  ['translateField', translateField('a', { low: 'small', off: undefined }), { a: 'off', b: 1 }, { b: 1 }],
  ['translateField', translateField('a', { low: 'small' }), { a: 'high' }, 'same'],
  ['translateField', translateField('a', { low: 'small' }), { a: 'toString' }, 'same'],
  ['translateField', translateField('a', { low: 'small' }), { a: 7 }, 'same'],
  ['developerIsSystem', developerIsSystem, said({ role: 'developer' }, { role: 'user' }), said({ role: 'system' }, { role: 'user' })],
  ['developerIsSystem', developerIsSystem, said({ role: 'user' }), 'same'],
  [
    'messagesWithout',
    messagesWithout('name'),
    said({ role: 'user' }, { role: 'user', name: 'n' }),
    said({ role: 'user' }, { role: 'user' }),
  ],
  ['messagesWithout', messagesWithout('name'), said({ role: 'user' }), 'same'],
  [
    'messagesWithoutNulls',
    messagesWithoutNulls,
    said({ content: null, refusal: null }, { content: 'a' }),
    said({ content: null }, { content: 'a' }),
  ],
  ['messagesWithoutNulls', messagesWithoutNulls, said({ content: null }), 'same'],
  [
    'flattenText',
    flattenText,
    said({
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    }),
    said({ content: 'ab' }),
  ],
  ['flattenText', flattenText, said({ content: [{ type: 'text', text: 'a' }, { type: 'image_url' }] }), 'same'],
  ['flattenText', flattenText, said({ content: [] }), 'same'],
  ['flattenText', flattenText, said({ content: 'a' }), 'same'],
  [
    'toolsWithout',
    toolsWithout('strict'),
    { tools: [fn({ name: 'a' }), fn({ name: 'b', strict: true }), { type: 'custom' }, 7] },
    { tools: [fn({ name: 'a' }), fn({ name: 'b' }), { type: 'custom' }, 7] },
  ],
  ['toolsWithout', toolsWithout('strict'), { tools: [fn({ name: 'a' }), { type: 'custom' }] }, 'same'],
]

describe('a change of a body', () => {
  it.each(table)('%s', (_, change, ...bodies) => {
    const [before, after] = bodies
    const changed = change(before, 'm')
    if (after === 'same') expect(changed).toBe(before)
    else expect(changed).toEqual(after)
  })

  it('follows the one before it', () => {
    expect(changes(renameField('a', 'b'), renameField('b', 'c'))({ a: 1 }, 'm')).toEqual({ c: 1 })
  })

  it('may be for some models only', () => {
    const drop = withoutFields('a')
    expect(forModels(/^x/, drop)({ a: 1 }, 'x1')).toEqual({})
    expect(forModels(/^x/, drop)({ a: 1 }, 'y1')).toEqual({ a: 1 })
    expect(forModels((model) => model === 'z', drop)({ a: 1 }, 'z')).toEqual({})
    expect(forModels((model) => model === 'z', drop)({ a: 1 }, 'x')).toEqual({ a: 1 })
  })

  it('is told the place of a message and all of them, and passes over what is none', () => {
    const seen: unknown[] = []
    const body = { messages: [{ role: 'user' }, 'x', { role: 'tool' }] }
    const look = eachMessage((message, at, all) => {
      seen.push([message['role'], at, all.length])
      return message
    })
    expect(look(body, 'm')).toBe(body)
    expect(seen).toEqual([
      ['user', 0, 3],
      ['tool', 2, 3],
    ])
    expect(eachTool(() => ({ name: 'n' }))({}, 'm')).toEqual({})
  })
})
