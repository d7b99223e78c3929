import { describe, expect, it } from 'bun:test'
import { PROBE_DEFINITIONS, type ProbeName, type Verdict } from './probes.ts'
import { namesYellow } from './yellow-picture.ts'

const USAGE = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0, source: 'upstream' } as const

const judged = (probe: ProbeName, body: unknown, { contentType = 'application/json', hasUsage = true } = {}): Verdict =>
  PROBE_DEFINITIONS[probe].judge({
    bytes: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
    contentType,
    usage: hasUsage ? USAGE : undefined,
  })
const fit = (said: string): Verdict => ({ isFit: true, said })
const lacks = (lack: (Verdict & { isFit: false })['lack'], said = ''): Verdict => ({ isFit: false, lack, said })
const saying = (content: unknown, over: object = {}) => ({ choices: [{ message: { content, ...over } }] })
const calling = (name: string, given: unknown, content?: string) =>
  saying(content, { tool_calls: [{ function: { name, arguments: given } }] })
const chunk = (content: string, finish?: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`

describe('an answer to a probe', () => {
  it.each<readonly [ProbeName, unknown, Verdict]>([
    ['text', saying('gpt-5'), fit('gpt-5')],
    ['text', saying(undefined), lacks('broken')],
    ['text', {}, lacks('broken')],
    ['tools', calling('get_weather', '{"city":"Paris"}'), fit('get_weather({"city":"Paris"})')],
    ['tools', calling('other', '{"city":"Paris"}', 'words'), lacks('no-tool-call', 'words')],
    ['tools', calling('get_weather', '{"town":"Paris"}'), lacks('bad-arguments', '{"town":"Paris"}')],
    ['tools', calling('get_weather', undefined), lacks('bad-arguments')],
    ['tools', saying('It rains'), lacks('no-tool-call', 'It rains')],
    ['json', saying('{"ok": true}'), fit('{"ok": true}')],
    ['json', saying('[1]'), lacks('not-json', '[1]')],
    ['json', saying('Sure!'), lacks('not-json', 'Sure!')],
    ['json', {}, lacks('broken')],
    ['vision', saying('Yellow.'), fit('Yellow.')],
    ['vision', saying('Blue'), lacks('wrong-color', 'Blue')],
    ['vision', {}, lacks('broken')],
    ['embedding', { data: [{ embedding: [0.5, -1] }] }, fit('[2]')],
    ['embedding', { data: [{ embedding: [0.5, 'x'] }] }, lacks('no-vector')],
    ['embedding', { data: [{ embedding: [] }] }, lacks('no-vector')],
    ['embedding', {}, lacks('no-vector')],
    [
      'rerank',
      {
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.1 },
        ],
      },
      fit('#1 > #0'),
    ],
    ['rerank', { results: [{ index: 1, relevance_score: 0.9 }, { index: 0 }] }, lacks('no-ranking')],
    ['rerank', { results: [{ index: 0.5, relevance_score: 0.9 }] }, lacks('no-ranking')],
    ['rerank', { results: ['x'] }, lacks('no-ranking')],
    ['rerank', { results: [] }, lacks('no-ranking')],
    ['image', { data: [{ url: 'https://x' }] }, fit('image')],
    ['image', { data: [{ b64_json: 'AA' }] }, fit('image')],
    ['image', { data: [{ b64_json: '', url: '' }] }, lacks('no-image')],
    ['image', {}, lacks('no-image')],
  ])('%s: %j', (probe, body, verdict) => {
    expect(judged(probe, body)).toEqual(verdict)
  })

  it.each([
    ['audio/mpeg', 'sound', fit('audio/mpeg (5 B)')],
    ['audio/mpeg', 's', fit('audio/mpeg (1 B)')],
    ['audio/mpeg', '', lacks('no-audio')],
    ['application/json', 'sound', lacks('no-audio')],
    ['TEXT/plain', 'sound', lacks('no-audio')],
    ['application/xhtml+xml', 'sound', lacks('no-audio')],
  ])('speech as %s: %p', (contentType, body, verdict) => {
    expect(judged('speech', body, { contentType })).toEqual(verdict)
  })

  it('as a stream has words, an end and figures', () => {
    const whole = chunk('Hel') + chunk('lo') + chunk('', 'stop') + 'data: [DONE]\n\n'
    expect(judged('stream', whole)).toEqual(fit('Hello'))
    expect(judged('stream', whole, { hasUsage: false })).toEqual(lacks('no-usage', 'Hello'))
    expect(judged('stream', chunk('Hel'))).toEqual(lacks('no-finish', 'Hel'))
  })
})

it.each([
  ['yellow', true],
  ['It is YELLOW!', true],
  ['黄色', true],
  ['yellowish', false],
  ['blue', false],
])('%p names the colour: %p', (text, isNamed) => {
  expect(namesYellow(text)).toBe(isNamed)
})

describe('a probe', () => {
  const of = (probe: ProbeName) => PROBE_DEFINITIONS[probe]

  it('asks for one thing, in plain words', () => {
    const self = { messages: [{ role: 'user', content: 'Reply with the name of your model and nothing else.' }] }
    expect(of('text').body).toEqual(self)
    expect(of('stream').body).toEqual({ ...self, stream: true, stream_options: { include_usage: true } })
    expect(of('tools').body).toEqual({
      messages: [{ role: 'user', content: 'Call get_weather for Paris. Do not answer in words.' }],
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_weather',
            description: 'Tells the weather in a city',
            parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          },
        },
      ],
    })
    expect(of('json').body).toEqual({
      messages: [{ role: 'user', content: 'Answer with the JSON object {"ok": true} and nothing else.' }],
      response_format: { type: 'json_object' },
    })
    expect(of('vision').body).toMatchObject({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Which single colour fills this picture? Answer with one English word.' },
            { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/) } },
          ],
        },
      ],
    })
    expect([of('embedding').task, of('embedding').body]).toEqual(['embeddings', { input: 'A weir lets the river pass.' }])
    expect([of('rerank').task, of('rerank').body]).toEqual([
      'rerank',
      { query: 'What is a weir?', documents: ['A weir is a low dam.', 'Bread is baked in an oven.'] },
    ])
    expect([of('speech').task, of('speech').body]).toEqual(['audio/speech', { input: 'Hello.', voice: 'alloy' }])
    expect([of('image').task, of('image').body]).toEqual(['images/generations', { prompt: 'A plain yellow square', n: 1 }])
  })

  it('waits longer for a picture, and takes more', () => {
    expect([of('image').maxReplyBytes, of('image').maxWaitMs]).toEqual([16_777_216, 110_000])
    expect([of('text').maxReplyBytes, of('text').maxWaitMs]).toEqual([undefined, undefined])
  })
})
