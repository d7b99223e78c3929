import { describe, expect, it } from 'bun:test'
import { parseJson } from '@weir/dialects/json'
import type { Task } from '@weir/dialects/model/task'
import { parseFormTask, parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import { openAttempt, type ScriptedReply } from '../testing/open-attempt.ts'
import type { AttemptPorts, Channel, RelaySettings, UpstreamReply } from '../ports.ts'
import { taskRequest } from './task.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')
const PNG_TEXT = 'iVBORw0KGgpyZXN0'
const picture = (over: Partial<ScriptedReply> = {}): ScriptedReply => ({ headers: { 'content-type': 'image/png' }, body: PNG, ...over })

const drawn = (data: readonly object[], over: object = {}): ScriptedReply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ created: 7, data, ...over }),
})

const at = (path: string) => ({ url: `https://pictures.test/${path}` })

interface Tried {
  readonly task?: Task
  readonly body?: object
  readonly channel?: Partial<Channel>
  readonly settings?: Partial<RelaySettings>
  readonly send?: (usual: AttemptPorts['send']) => AttemptPorts['send']
}

const ASKED = { model: 'wanx', prompt: 'a weir', response_format: 'b64_json' }

const open = (replies: readonly (ScriptedReply | Error)[], { task = 'images/generations', body = {}, ...over }: Tried = {}) => {
  const parsed = parseJsonTask(task, JSON.stringify({ ...ASKED, ...body }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const opened = openAttempt({
    replies,
    provider: { tasks: { [task]: { encode: () => ({ method: 'POST', url: 'https://up.test/draw', headers: { k: 'v' }, body: '{}' }) } } },
    channel: { key: 'sk-secret', headerOverrides: { 'x-own': '{api_key}' }, ...over.channel },
    settings: over.settings ?? {},
  })
  const ports = { ...opened.ports, send: over.send?.(opened.ports.send) ?? opened.ports.send }
  return { ...opened, result: taskRequest(parsed.value).attempt(opened.attempt, ports) }
}

const shown = async (opened: ReturnType<typeof open>) => {
  const result = await opened.result
  if (result.kind !== 'whole') throw new Error(result.kind)
  const text = typeof result.body === 'string' ? result.body : Buffer.from(result.body).toString()
  return { body: parseJson(text), unmet: result.unmet, usage: result.produced.usage }
}

describe('pictures that the caller wants as bytes', () => {
  it('are fetched from where upstream says, without anything of the channel', async () => {
    const opened = open([drawn([{ ...at('1'), revised_prompt: 'r' }]), picture()], { body: { n: 1 } })
    expect(await shown(opened)).toMatchObject({ body: { created: 7, data: [{ b64_json: PNG_TEXT, revised_prompt: 'r' }] }, unmet: [] })
    expect(opened.requests.slice(1)).toEqual([{ method: 'GET', url: 'https://pictures.test/1', headers: { accept: 'image/*' }, body: '' }])
    expect(opened.requests[0]?.headers).toEqual({ k: 'v', 'x-own': 'sk-secret' })
  })

  it('are fetched by the proxy of the channel', async () => {
    const opened = open([drawn([at('1')]), picture()], { channel: { proxy: 'http://p.test:1' } })
    await opened.result
    expect(opened.requests[1]?.proxy).toBe('http://p.test:1')
  })

  it('keep their order, and those that came as bytes stay as they are', async () => {
    const opened = open([drawn([at('1'), { b64_json: 'QQ==' }, at('2')]), picture(), picture({ body: Buffer.concat([PNG, PNG]) })])
    expect((await shown(opened)).body).toEqual({
      created: 7,
      data: [{ b64_json: PNG_TEXT }, { b64_json: 'QQ==' }, { b64_json: 'iVBORw0KGgpyZXN0iVBORw0KGgpyZXN0' }],
    })
    expect(opened.requests.map(({ url }) => url)).toEqual(['https://up.test/draw', 'https://pictures.test/1', 'https://pictures.test/2'])
  })

  it('are named as not given where their addresses were asked for and upstream has none', async () => {
    const named = async (data: readonly object[], body: object) => {
      const { body: given, unmet } = await shown(open([drawn(data)], { body }))
      expect(given).toEqual({ created: 7, data })
      return unmet
    }
    const bytes = { b64_json: 'QQ==' }
    expect(await named([bytes, bytes], { response_format: 'url' })).toEqual(['response_format'])
    expect(await named([bytes, at('1')], { response_format: 'url' })).toEqual(['response_format'])
    expect(await named([{ ...bytes, ...at('1') }], { response_format: 'url' })).toEqual([])
    expect(await named([bytes], { response_format: undefined })).toEqual([])
  })

  it.each([
    ['url', [at('1')], { response_format: 'url' }],
    ['in any form', [at('1')], { response_format: undefined }],
    ['and are there', [{ b64_json: 'QQ==' }], {}],
  ])('are left as they came where they were asked for %s', async (_, data, body) => {
    const opened = open([drawn(data)], { body })
    expect(await shown(opened)).toMatchObject({ body: { created: 7, data }, unmet: [] })
    expect(opened.requests).toHaveLength(1)
  })

  it('may be asked for in a form', async () => {
    const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const form = `${field('model', 'dall-e-2')}${field('response_format', 'b64_json')}--b--\r\n`
    const parsed = parseFormTask('images/edits', 'multipart/form-data; boundary=b', Buffer.from(form))
    if (!parsed.ok) throw new Error(parsed.problem.en)
    const encode = () => ({ method: 'POST' as const, url: 'u', headers: {}, body: '' })
    const { attempt, ports } = openAttempt({ replies: [drawn([at('1')]), picture()], provider: { tasks: { 'images/edits': { encode } } } })
    expect(await taskRequest(parsed.value).attempt(attempt, ports)).toMatchObject({
      body: `{"created":7,"data":[{"b64_json":"${PNG_TEXT}"}]}`,
    })
  })

  it('are not looked for in replies that are no pictures', async () => {
    const opened = open([drawn([at('1')], { usage: { total_tokens: 1 } })], { task: 'embeddings', body: { input: 'x' } })
    await opened.result
    expect(opened.requests).toHaveLength(1)
  })
})

describe('a picture that cannot be fetched', () => {
  it.each<readonly [string, ScriptedReply | Error]>([
    ['is gone', picture({ status: 404 })],
    ['is elsewhere', picture({ status: 302, headers: { location: 'https://other.test', 'content-type': 'image/png' } })],
    ['cannot be reached', new Error('denied')],
    ['is a page', picture({ headers: { 'content-type': 'text/html' } })],
    ['is a program', picture({ headers: { 'content-type': 'image/svg+xml' } })],
    ['has no type', picture({ headers: {} })],
    ['is called a picture and is none', picture({ body: '{"secret":1}' })],
    ['is empty', picture({ body: '' })],
    ['is larger than a reply may be', picture({ body: Buffer.concat([PNG, Buffer.alloc(800)]) })],
    ['says that it is larger', picture({ headers: { 'content-type': 'image/png', 'content-length': '751' } })],
  ])('because it %s, is told by its address, and named as dropped', async (_, reply) => {
    const opened = open([drawn([at('1')]), reply])
    expect(await shown(opened)).toMatchObject({ body: { created: 7, data: [at('1')] }, unmet: ['response_format'] })
    expect(opened.requests).toHaveLength(2)
  })

  it.each(['simulator:/v1', 'file:///etc/passwd', 'ws://x.test', '/1.png', 'data:image/png;base64,QQ=='])(
    'because %p is no address of the web, is asked for nowhere',
    async (url) => {
      const opened = open([drawn([{ url }])])
      expect(await shown(opened)).toMatchObject({ body: { data: [{ url }] }, unmet: ['response_format'] })
      expect(opened.requests).toHaveLength(1)
    },
  )

  it('leaves the others as they are', async () => {
    const opened = open([drawn([at('1'), at('2')]), picture({ status: 500 }), picture()])
    expect(await shown(opened)).toMatchObject({ body: { data: [at('1'), { b64_json: PNG_TEXT }] }, unmet: ['response_format'] })
  })

  it('is charged all the same', async () => {
    const opened = open([drawn([at('1'), at('2')]), new Error('down'), new Error('down')])
    expect((await shown(opened)).usage).toMatchObject({ input: 2000, unit: 'image', picture: { count: 2 } })
  })
})

describe('what a picture may be', () => {
  it.each<readonly [string, string, string]>([
    ['JPEG', 'image/jpeg', '\xff\xd8\xff\xe0'],
    ['GIF', 'image/gif', 'GIF89a'],
    ['WebP', 'image/webp', 'RIFF\x01\x00\x00\x00WEBPVP8 '],
    ['AVIF', 'image/avif', '\x00\x00\x00\x20ftypavif'],
    ['PNG of an unknown type', 'application/octet-stream', '\x89PNG\r\n\x1a\n'],
    ['PNG in a store', 'binary/octet-stream', '\x89PNG\r\n\x1a\n'],
  ])('%s', async (_, type, text) => {
    const body = Buffer.from(text, 'latin1')
    const opened = open([drawn([at('1')]), { headers: { 'content-type': type }, body }])
    expect(await shown(opened)).toMatchObject({ body: { data: [{ b64_json: body.toString('base64') }] }, unmet: [] })
  })

  it('shares what a reply may hold with the others', async () => {
    // Of 1000 letters, three quarters in bytes, half of them for each.
    const sized = (bytes: number) => picture({ body: Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]) })
    const opened = open([drawn([at('1'), at('2')]), sized(375), sized(376)])
    expect(await shown(opened)).toMatchObject({ body: { data: [{ b64_json: expect.any(String) }, at('2')] } })
  })
})

/** Upstream's own reply comes; pictures are asked for and never do. */
const silentPictures = () => {
  const asked: (() => void)[] = []
  let told = (): void => undefined
  let running = 0
  const whenAsked = new Promise<void>((resolve) => (told = resolve))
  const send =
    (usual: AttemptPorts['send']): AttemptPorts['send'] =>
    (request, signal) => {
      if (request.method !== 'GET') return usual(request, signal)
      running++
      told()
      return new Promise<UpstreamReply>((_, reject) => {
        const end = (): void => {
          running--
          reject(new Error('aborted'))
        }
        asked.push(end)
        signal.addEventListener('abort', end)
      })
    }
  return { send, whenAsked, asked, running: () => running }
}

describe('fetching pictures', () => {
  it('ends when the caller leaves; they have been drawn, so the reply stands', async () => {
    const silent = silentPictures()
    const opened = open([drawn([at('1')])], silent)
    await silent.whenAsked
    opened.caller.abort()
    expect(await shown(opened)).toMatchObject({ body: { data: [at('1')] }, unmet: ['response_format'] })
    expect([silent.running(), opened.timers.size]).toEqual([0, 0])
  })

  it('ends when it takes too long', async () => {
    const silent = silentPictures()
    const opened = open([drawn([at('1')])], silent)
    await silent.whenAsked
    const [[fire, ms] = [() => undefined, 0]] = opened.timers
    expect(ms).toBe(700)
    fire()
    expect(await shown(opened)).toMatchObject({ body: { data: [at('1')] }, unmet: ['response_format'] })
    expect([silent.running(), opened.link.cutReason]).toEqual([0, undefined])
  })

  it('is done by no more than four at a time', async () => {
    const silent = silentPictures()
    const opened = open([drawn(Array.from({ length: 10 }, (_, number) => at(String(number))))], silent)
    await silent.whenAsked
    expect(silent.running()).toBe(4)
    opened.caller.abort()
    // Those that had not begun are not asked for at all.
    await opened.result
    expect(silent.asked).toHaveLength(4)
  })

  it('lets go of replies that are not read', async () => {
    const signals: Parameters<AttemptPorts['send']>[1][] = []
    const opened = open([drawn([at('1')]), picture({ status: 404 })], {
      send: (usual) => (request, signal) => {
        signals.push(signal)
        return usual(request, signal)
      },
    })
    await opened.result
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
  })

  it('goes another way than what is asked of upstream, where that is marked', async () => {
    const { attempt, ports, requests } = openAttempt({
      replies: [picture()],
      provider: { tasks: { 'images/generations': { encode: () => ({ method: 'POST', url: 'u', headers: {}, body: '' }) } } },
    })
    const parsed = parseJsonTask('images/generations', JSON.stringify(ASKED))
    if (!parsed.ok) throw new Error(parsed.problem.en)
    const marked: AttemptPorts['send'] = () => Promise.resolve(Response.json({ data: [at('1')] }))
    await taskRequest(parsed.value).attempt(attempt, { ...ports, send: marked, sendAside: ports.send })
    expect(requests.map(({ url }) => url)).toEqual(['https://pictures.test/1'])
  })
})
