import { describe, expect, it } from 'bun:test'
import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import { geminiWire } from '@weir/dialects/gemini/caller/caller-wire'
import type { Ports, Send } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { openHarness } from '../testing/harness.ts'
import { identityOf } from '../testing/sample-records.ts'
import { relayEmbeddings } from './embeddings.ts'

const TEXT = { content: { parts: [{ text: 'hi' }] }, taskType: 'RETRIEVAL_QUERY' }

const embedded = async (body: object, { wire = geminiWire, reply = '{"data":[{"embedding":[1,2]}],"usage":{"total_tokens":9}}' } = {}) => {
  const line = openHarness({ replies: [] })
  const sent: unknown[] = []
  const send: Send = (request) => {
    sent.push(JSON.parse(String(request.body)))
    return Promise.resolve({ status: 200, headers: new Headers({ 'content-type': 'application/json' }), body: new Response(reply).body })
  }
  const providerFor: Ports['providerFor'] = (type) => {
    const usual = line.ports.providerFor(type)
    const encode = ({ body: asked }: { readonly body: unknown }) =>
      ({ method: 'POST', url: 'u', headers: {}, body: JSON.stringify(asked) }) as const
    return usual && { ...usual, tasks: { embeddings: { encode } } }
  }
  const input = {
    ...line.inputOf(),
    wire,
    headers: {},
    rawBody: JSON.stringify(body),
    asked: { model: 'm', isStream: false, query: '' },
  }
  try {
    const reply = await relayEmbeddings(input, { ...identityOf(), pinnedChannelId: undefined }, { ...line.ports, send, providerFor })
    return {
      sent,
      status: reply.status,
      headers: reply.headers,
      body: await new Response(reply.body as ReadableStream<Uint8Array>).text(),
      events: line.events,
    }
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error
    return { sent, status: error.status, headers: {}, body: `${error.text('en')} ${error.options.param}`, events: line.events }
  }
}

describe("embeddings on Google's wire", () => {
  it('are asked for as everywhere, told in the words of the wire and charged', async () => {
    const { sent, status, headers, body, events } = await embedded(TEXT)
    expect(sent).toEqual([{ model: 'm', input: ['hi'], encoding_format: 'float' }])
    expect([status, body, events.at(-1)]).toEqual([200, '{"embedding":{"values":[1,2]}}', 'settle:9'])
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-weir-dropped': 'taskType' })
  })

  it('are broken without a vector for every text', async () => {
    const { status, events } = await embedded(TEXT, { reply: '{"data":[]}' })
    expect([status, events.at(-1)]).toEqual([502, 'release'])
  })

  it('are refused by the field that is wrong', async () => {
    const { status, body, sent } = await embedded({})
    expect([status, body, sent]).toEqual([400, 'The field content.parts must be a non-empty array of texts content.parts', []])
  })

  it('are not to be had on a wire without them', async () => {
    const { status, body } = await embedded(TEXT, { wire: messagesWire })
    expect([status, body]).toEqual([501, 'This API is not implemented: messages undefined'])
  })
})
