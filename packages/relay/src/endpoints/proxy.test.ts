import { describe, expect, it } from 'bun:test'
import type { Caller } from '../stage-types.ts'
import type { Ports, Send } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { openHarness } from '../testing/harness.ts'
import { identityOf } from '../testing/sample-records.ts'
import { bodyOf } from '../testing/scripted-upstream.ts'
import { relayProxy, type ProxyInput } from './proxy.ts'

const channel = { id: 7, baseUrl: 'https://upstream.example', groups: ['default'] }
const ports = {
  clock: () => 0,
  pool: { snapshot: () => Promise.resolve({ byId: (id: number) => (id === 7 ? channel : undefined) }) },
} as unknown as Ports

const refusal = async (input: Partial<ProxyInput>, caller: Partial<Caller> = {}): Promise<unknown> => {
  const asked = { channelId: 7, method: 'GET', target: '/v1/models', contentType: '', accept: '', body: new Uint8Array(), ...input }
  try {
    await relayProxy(asked as ProxyInput, { isAdmin: true, group: 'default', ...caller } as unknown as Caller, ports)
    return 'passed on'
  } catch (error) {
    return error instanceof RelayRefusal ? `${error.kind}: ${error.text('en')}` : error
  }
}

describe('a request for one channel', () => {
  it('is refused by a method that is not passed on, with both in the words', async () => {
    expect(await refusal({ method: 'PROPFIND' })).toBe('unknown-path: Invalid URL (PROPFIND /v1/oneapi/proxy)')
  })

  it('is for administrators, within their group', async () => {
    expect(await refusal({}, { isAdmin: false })).toBe('channel-pinned: Only administrators may choose a channel')
    expect(await refusal({}, { group: 'vip' })).toBe('invalid-channel: Channel 7 does not exist or is disabled')
    expect(await refusal({ channelId: 8 })).toBe('invalid-channel: Channel 8 does not exist or is disabled')
  })

  it.each(['/../x', '/v1/%2e%2e/x', '/a%2f..%2fb', '/a\\..\\b', '.evil.example/x', ':1@evil.example/'])(
    'stays below the address of the channel: %s',
    async (target) => {
      expect(await refusal({ target })).toContain("The path must stay below the channel's address")
    },
  )
})

describe('a request that is passed on', () => {
  const address = { baseUrl: 'https://upstream.example', key: 'Bearer secret' }
  const passed = async (input: Partial<ProxyInput>, reply: { body: string | readonly string[]; type?: string; status?: number }) => {
    const line = openHarness({ replies: [], channels: [address] })
    const sent: Parameters<Send>[0][] = []
    const send: Send = (request, signal) => {
      sent.push(request)
      const headers = new Headers(reply.type === undefined ? {} : { 'content-type': reply.type })
      return Promise.resolve({
        status: reply.status ?? 200,
        headers,
        body: bodyOf({ chunks: [reply.body].flat() }, signal),
      })
    }
    const asked = { channelId: 1, method: 'GET', target: '/v1/files?a=1', contentType: '', accept: '', body: new Uint8Array(), ...input }
    const caller = { ...identityOf({ isAdmin: true, models: ['other'] }), pinnedChannelId: undefined }
    const answer = await relayProxy({ ...line.inputOf(), ...asked }, caller, { ...line.ports, send })
    const text = await new Response(answer.body as Uint8Array<ArrayBuffer>).text()
    return { sent, answer, text, records: line.records, events: line.events }
  }

  it('goes to the address with the key, and takes nothing else along', async () => {
    const { sent } = await passed({}, { body: '' })
    expect(sent).toEqual([
      {
        method: 'GET',
        url: 'https://upstream.example/v1/files?a=1',
        headers: { authorization: 'Bearer secret', accept: '*/*' },
        body: [new Uint8Array()],
      },
    ])
  })

  it('keeps its type, what it accepts and its body', async () => {
    const body = Buffer.from('{"model":"gpt-x"}')
    const { sent, records } = await passed({ method: 'POST', contentType: 'application/json', accept: 'text/csv', body }, { body: '' })
    expect(sent[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json', accept: 'text/csv' },
      body: [body],
    })
    expect(records[0]?.model).toBe('gpt-x')
  })

  it.each([
    ['', '{"model":"gpt-x"}'],
    ['application/json', '{"model":7}'],
    ['application/json', 'no json'],
  ])('of the type %p and the body %p is filed as a proxied one', async (contentType, body) => {
    const { records } = await passed({ contentType, body: Buffer.from(body) }, { body: '' })
    expect(records[0]?.model).toBe('proxy')
  })

  it('is answered as upstream answers, whatever it says', async () => {
    const { answer, text } = await passed({}, { body: 'no such file', type: 'text/x', status: 404 })
    expect([answer.status, answer.headers['content-type'], text]).toEqual([404, 'text/x', 'no such file'])
    const untyped = await passed({}, { body: 'x' })
    expect(untyped.answer.headers['content-type']).toBe('application/octet-stream')
  })

  it('is answered with every byte of a stream, also with one that comes alone', async () => {
    const { text } = await passed({}, { body: ['data: {}', '\n', '\n', ':', '\n'], type: 'text/event-stream' })
    expect(text).toBe('data: {}\n\n:\n')
  })

  it('is charged for what the answer tells', async () => {
    const usage = '{"usage":{"prompt_tokens":10,"completion_tokens":4,"total_tokens":14}}'
    expect((await passed({}, { body: usage, type: 'application/json' })).events.at(-1)).toBe('settle:18')
    expect((await passed({}, { body: usage, type: 'text/plain' })).events.at(-1)).toBe('settle:0')
    expect((await passed({}, { body: `data: ${usage}\n\n`, type: 'text/event-stream' })).events.at(-1)).toBe('settle:18')
    expect((await passed({}, { body: 'data: {}\n\n', type: 'text/event-stream' })).text).toBe('data: {}\n\n')
  })
})
