import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '@weir/dialects/json'
import type { Task } from '@weir/dialects/model/task'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { providers } from './index.ts'
import { chatCallOf, contextOf, targetOf, taskCallOf } from './kit/conformance/expectation.ts'

type Told = readonly [param: string, message: string] | 'accepted'

const KEYS: Readonly<Record<number, string>> = { 23: '1|id|secret', 33: 'AKIA0|secret|us-east-1', 15: 'id|secret' }

const toldBy = (work: () => unknown): Told => {
  try {
    work()
    return 'accepted'
  } catch (error) {
    if (error instanceof UnsupportedInput) return [error.param, error.message]
    throw error
  }
}
const target = (type: number) => targetOf({ target: { key: KEYS[type] ?? 'sk-0123456789' } })

const chat = (type: number, body: JsonObject): Told =>
  toldBy(() =>
    providers
      .get(type)
      ?.chat?.encode(chatCallOf({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...body }, false), target(type), contextOf({})),
  )
const task = (type: number, name: Task, call: JsonObject): Told =>
  toldBy(() => providers.get(type)?.tasks?.[name]?.encode(taskCallOf(name, { call: { model: 'm', ...call } }), target(type), contextOf({})))

const said = (part: unknown) => ({ messages: [{ role: 'user', content: [part] }] })
const at = 'messages[0].content[0]'
const AUDIO = { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } }
const LINK = { type: 'image_url', image_url: { url: 'https://x/y.png' } }
const texts = (count: number) => ({ input: Array.from({ length: count }, () => 'x') })

describe('a chat', () => {
  it.each<readonly [number, JsonObject, Told]>([
    [30, said(LINK), [at, 'This channel takes text and images in data URLs only']],
    [34, said(AUDIO), [at, 'This channel takes text and images by their address only']],
    [38, said(LINK), [at, 'This channel takes text only']],
    [23, said(AUDIO), [at, 'This channel takes text and images only']],
    [33, { ...said(AUDIO), model: 'amazon.nova-lite-v1:0' }, [at, 'This model does not take audio']],
    [33, { ...said(LINK), model: 'amazon.nova-lite-v1:0' }, [at, 'This model takes images only as data URLs']],
    [
      33,
      { ...said({ type: 'image_url', image_url: { url: 'data:image/bmp;base64,Qk0=' } }), model: 'amazon.nova-lite-v1:0' },
      [at, 'This model takes images as PNG, JPEG, GIF or WebP'],
    ],
    [
      33,
      { ...said({ type: 'file', file: { file_data: 'data:application/zip;base64,AA' } }), model: 'amazon.nova-lite-v1:0' },
      [at, 'This model does not take files of this type'],
    ],
    [33, { n: 2, model: 'amazon.nova-lite-v1:0' }, ['n', 'This model gives one answer at a time']],
    [
      33,
      { messages: [{ role: 'assistant', content: [LINK] }], model: 'amazon.nova-lite-v1:0' },
      [at, 'This model takes pictures and files in messages of the user only'],
    ],
    [38, { n: 2 }, ['n', 'This channel gives one answer at a time']],
    [
      28,
      said({ type: 'file', file: { file_id: 'x' } }),
      [at, 'This channel takes files as file_data in a data URL with base64 content; it knows no file_id'],
    ],
    [
      35,
      { tools: [], tool_choice: { type: 'function', function: { name: 'f' } } },
      ['tool_choice', 'The tool that must be called is not among tools'],
    ],
  ])('%p: %j', (type, body, told) => {
    expect(chat(type, body)).toEqual(told)
  })

  it('is refused for tools that the channel does not run, and for searches', () => {
    const tool = (type: string) => ({ tools: [{ type: 'function', function: { name: 'f' } }, { type }] })
    const NO_SEARCH = 'This channel does not search the web; leave the field out or ask a model that does'
    for (const type of [20, 25, 39]) {
      expect(chat(type, tool('t'.repeat(65)))).toEqual([
        'tools[1].type',
        `This channel runs no tool of the type ${'t'.repeat(64)}; offer a function of your own`,
      ])
      expect(chat(type, tool('custom'))).toBe('accepted')
      expect(chat(type, { web_search_options: {} })).toEqual(['web_search_options', NO_SEARCH])
      expect(chat(type, { web_search_options: null })).toBe('accepted')
      expect(chat(type, { web_search_options: {}, model: 'gpt-4o-search-preview' })).toBe('accepted')
    }
    expect(chat(30, tool('custom'))).not.toBe('accepted')
  })

  it('is refused where none of the allowed tools is there', () => {
    const choice = { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'g' } }] } }
    expect(chat(25, { tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: choice })).toEqual([
      'tool_choice',
      'None of the tools in allowed_tools is among tools',
    ])
  })
})

describe('embeddings', () => {
  it.each<readonly [number, number, string]>([
    [15, 16, 'This channel embeds at most 16 texts at a time'],
    [23, 50, 'This channel embeds at most 50 texts at a time'],
    [35, 96, 'This channel embeds at most 96 texts at a time'],
  ])('of %p are of %p texts at most', (type, most, message) => {
    expect([task(type, 'embeddings', texts(most)), task(type, 'embeddings', texts(most + 1))]).toEqual(['accepted', ['input', message]])
  })

  it.each([
    [33, 'amazon.titan-embed-text-v2:0'],
    [16, 'embedding-2'],
  ])('of %p are of one text with %s', (type, model) => {
    expect(task(type, 'embeddings', { ...texts(1), model })).toBe('accepted')
    expect(task(type, 'embeddings', { ...texts(2), model })).toEqual(['input', 'This model embeds one text at a time'])
  })
})
