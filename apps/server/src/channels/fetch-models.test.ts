import { describe, expect, it } from 'bun:test'
import { Refusal } from '@weir/contract/errors'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import type { Provider } from '@weir/dialects/model/provider'
import type { Ports, Send, UpstreamReply } from '@weir/relay/ports'
import { createFetchModels } from './fetch-models.ts'

const [OPENAI, CLAUDE, GEMINI, OLLAMA, COHERE, VERTEX] = [1, 14, 24, 30, 35, 42]

/** Where the chats of each are. */
const paths: Readonly<Record<number, string>> = {
  [OPENAI]: '/v1/chat/completions',
  [CLAUDE]: '/v1/messages?beta=true',
  [GEMINI]: '/v1beta/models/model:generateContent',
  [OLLAMA]: '/api/chat',
  [COHERE]: '/v2/chat',
  [VERTEX]: '/v1/projects/p/locations/l/publishers/google/models/model:generateContent',
}

const providerFor = (type: number): Provider | undefined => {
  const path = paths[type]
  if (path === undefined) return undefined
  const encode = (_: unknown, { key, baseUrl }: { readonly key: string; readonly baseUrl: string }): UpstreamRequest => ({
    method: 'POST',
    url: `${baseUrl}${path}`,
    headers: { accept: 'application/json', authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  })
  return { id: 'own', channelType: type, chat: { encode } } as unknown as Provider
}

const replyWith = (body: unknown, status = 200): UpstreamReply => {
  const response = new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  return { status, headers: response.headers, body: response.body }
}

const texts = { other: '', config: '', models: '', modelMapping: '', systemPrompt: '' }
const draft = { ...texts, baseUrl: 'https://up.example', key: 'k' }

type Access = Ports['access']
const granted: Access = { tokenFor: () => ({ token: '', isFresh: false }), forget: () => undefined }

const open = (send: Send, access = granted) => {
  const state = { timeoutMs: 0, fire: () => undefined as void, isCancelled: false, isForgotten: false, requests: [] as UpstreamRequest[] }
  const models = createFetchModels({
    channels: { target: () => Promise.resolve(undefined), secretsOf: () => Promise.resolve(undefined) },
    ports: {
      access,
      send: (request, signal) => {
        state.requests.push(request)
        return send(request, signal)
      },
      clock: () => 0,
      nonce: () => 'n',
      providerFor,
      resolveKey: ({ key }) => key,
      startTimer: (ms, onFire) => {
        state.timeoutMs = ms
        state.fire = onFire
        return () => {
          state.isCancelled = true
        }
      },
      shutdown: { onCut: () => () => void (state.isForgotten = true) } as unknown as Ports['shutdown'],
    },
  })
  const ask = async (type = OPENAI): Promise<string> => {
    try {
      return (await models.of({ ...draft, type })).join(' ')
    } catch (error) {
      return error instanceof Refusal ? `${error.code} ${String(error.params['reason'] ?? '')}`.trim() : 'thrown'
    }
  }
  return { ask, state, models }
}

describe('the models of an upstream', () => {
  it('are listed once each, by name', async () => {
    const { ask, state } = open(() => Promise.resolve(replyWith({ data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }, { id: '' }, {}] })))
    expect(await ask()).toBe('a b')
    const [request] = state.requests
    expect([request?.method, request?.url, request?.body]).toEqual(['GET', 'https://up.example/v1/models', ''])
    expect(request?.headers).toEqual({ accept: 'application/json', authorization: 'Bearer k' })
    expect([state.timeoutMs, state.isCancelled, state.isForgotten]).toEqual([15_000, true, true])
  })

  it('are read also where upstream calls the name a model', async () => {
    const rows = [{ model: 'Baichuan4', model_show_name: 'Baichuan 4' }, { model: 'Baichuan4-Air' }]
    expect(await open(() => Promise.resolve(replyWith({ data: rows }))).ask()).toBe('Baichuan4 Baichuan4-Air')
  })

  it('are asked for beside the chats of Anthropic too', async () => {
    const { ask, state } = open(() => Promise.resolve(replyWith({ data: [{ id: 'claude' }] })))
    expect(await ask(CLAUDE)).toBe('claude')
    expect(state.requests[0]?.url).toBe('https://up.example/v1/models?beta=true&limit=1000')
  })

  it.each([
    {
      wire: 'Gemini',
      type: GEMINI,
      path: '/v1beta/models?pageSize=1000',
      listed: ['models/gemini-2.5-pro', 'models/a'],
      names: 'a gemini-2.5-pro',
    },
    { wire: 'Ollama', type: OLLAMA, path: '/api/tags', listed: ['llama3:8b'], names: 'llama3:8b' },
    { wire: 'Cohere', type: COHERE, path: '/v1/models?page_size=1000', listed: ['command-a'], names: 'command-a' },
  ] as const)('are read as $wire lists them', async ({ type, path, listed, names }) => {
    const { ask, state } = open(() => Promise.resolve(replyWith({ models: listed.map((name) => ({ name })) })))
    expect(await ask(type)).toBe(names)
    expect(state.requests[0]?.url).toBe(`https://up.example${path}`)
  })

  it('of a form without a key that changes a stored channel are not asked for without the key of that channel', async () => {
    const { models, state } = open(() => Promise.resolve(replyWith({ data: [{ id: 'a' }] })))
    await expect(models.of({ ...draft, type: OPENAI, key: '', id: 7 })).rejects.toThrow('not-found')
    expect(state.requests).toEqual([])
  })

  it.each([
    [
      'a refusal, without its words, which may repeat the key',
      () => Promise.resolve(replyWith('bad key k', 401)),
      'models-failed HTTP 401',
    ],
    ['a success that is none', () => Promise.resolve(replyWith({ data: [{ id: 'a' }] }, 204)), 'models-failed'],
    ['an empty list', () => Promise.resolve(replyWith({ data: [] })), 'models-failed no models'],
    ['what is no list', () => Promise.resolve(replyWith('<html>')), 'models-failed no models'],
    ['no connection', () => Promise.reject(new Error('refused')), 'models-failed unreachable'],
  ] as const)('are not known after %s', async (_, send, told) => {
    const { ask, state } = open(send)
    expect(await ask()).toStartWith(told)
    expect([state.isCancelled, state.isForgotten]).toEqual([true, true])
  })

  it('are not waited for longer than the time', async () => {
    const { ask, state } = open(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')))
          state.fire()
        }),
    )
    expect(await ask()).toBe('models-failed too-slow')
  })

  it('are not asked for where there is no such list, no such type, or no access', async () => {
    const { ask, state } = open(() => Promise.resolve(replyWith({})))
    expect([await ask(VERTEX), await ask(52)]).toEqual(['models-unsupported', 'models-unsupported'])
    const refusing: Access = { ...granted, tokenFor: () => ({ failure: { fault: 'bad-credential', message: 'no' } }) }
    expect(await open(() => Promise.resolve(replyWith({})), refusing).ask()).toBe('models-failed bad-credential')
    expect(state.requests).toEqual([])
  })

  it('of a channel that is not there are not found', async () => {
    const { models } = open(() => Promise.resolve(replyWith({})))
    await expect(models.ofChannel(7)).rejects.toThrow('not-found')
  })
})
