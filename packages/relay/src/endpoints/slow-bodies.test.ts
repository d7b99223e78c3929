import { describe, expect, it } from 'bun:test'
import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import type { Ports } from '../ports.ts'
import type { RelayReply } from '../reply.ts'
import { openHarness } from '../testing/harness.ts'
import { identityOf } from '../testing/sample-records.ts'
import { relayCount } from './count-tokens.ts'
import { relayKeptAnswer } from './kept-answer.ts'
import { relayProxy } from './proxy.ts'

const FIRST_BYTE_MS = 120_000
const PAUSE_MS = 60_000
const HOUR_MS = 3_600_000

type Line = ReturnType<typeof openHarness>
type Ask = (line: Line, model: string, ports: Ports) => Promise<RelayReply>

const caller = { ...identityOf({ isAdmin: true }), pinnedChannelId: undefined }

const asked: Readonly<Record<string, Ask>> = {
  'a count of tokens': (line, model, ports) => {
    const rawBody = JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] })
    return relayCount({ ...line.inputOf(), envelope: messagesWire, wire: messagesWire, headers: {}, rawBody }, caller, ports)
  },
  'an answer that upstream keeps': (line, model, ports) => {
    const query = new URLSearchParams()
    const input = { ...line.inputOf(), wire: responsesWire, method: 'GET' as const, step: '' as const, query }
    const answerIds: Ports['answerIds'] = { ...ports.answerIds, open: () => ({ channelId: 1, model, upstreamId: 'resp_1' }) }
    return relayKeptAnswer({ ...input, id: 'resp_of' }, caller, { ...ports, answerIds })
  },
  'what is passed on to one channel': (line, model, ports) => {
    const body = Buffer.from(JSON.stringify({ model }))
    const input = { ...line.inputOf(), channelId: 1, method: 'POST', target: '/x', contentType: 'application/json', accept: '', body }
    const send: Ports['send'] = (request, signal) => ports.send({ ...request, body: '' }, signal)
    return relayProxy(input, caller, { ...ports, send })
  },
}

/** How long each piece of a body was waited for that came in three of them. */
const waitedFor = async (ask: Ask, model: string): Promise<readonly number[]> => {
  const chunks = [' ', '{"id":"resp_1",', '"input_tokens":3}']
  const channels = [{ models: [model], baseUrl: 'https://upstream.example' }]
  const line = openHarness({ replies: [{ chunks, contentType: 'application/json' }], channels, hasOwnWires: true })
  const waits: number[] = []
  const ports: Ports = {
    ...line.ports,
    settings: () => ({ ...line.ports.settings(), firstByteTimeoutMs: FIRST_BYTE_MS, idleTimeoutMs: PAUSE_MS }),
    startTimer: (ms, onFire) => {
      waits.push(ms)
      return line.ports.startTimer(ms, onFire)
    },
  }
  expect((await ask(line, model, ports)).status).toBe(200)
  return waits
}

describe.each(Object.entries(asked))('%s', (_, ask) => {
  it('may pause at every piece of its body', async () => {
    expect(await waitedFor(ask, 'm')).toEqual([FIRST_BYTE_MS, PAUSE_MS, PAUSE_MS, PAUSE_MS, PAUSE_MS])
  })

  it('has the patience that the model needs', async () => {
    expect(await waitedFor(ask, 'gpt-5-pro')).toEqual([HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS])
  })
})
