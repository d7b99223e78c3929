import { describe, expect, it } from 'bun:test'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { channelOf } from '../testing/sample-records.ts'
import { callOn, proxiedOn, requestOn, secretsOn } from './channel-request.ts'

const request: UpstreamRequest = {
  method: 'POST',
  url: 'https://upstream.example/v1/chat/completions',
  headers: { Authorization: 'Bearer key-1', 'content-type': 'application/json' },
  body: '{}',
}

describe('a request as its channel sends it', () => {
  it('is the very same where the channel changes nothing', () => {
    expect(requestOn(channelOf({}, 0), request)).toBe(request)
  })

  it("has the channel's headers over the provider's, whatever the case of their letters", () => {
    const channel = channelOf({ headerOverrides: { authorization: 'Basic abc', 'x-team': 'blue' } }, 0)
    expect(requestOn(channel, request)).toEqual({
      ...request,
      headers: { 'content-type': 'application/json', authorization: 'Basic abc', 'x-team': 'blue' },
    })
  })

  it('has the key where a value names it, also one with signs that mean something to a replacement', () => {
    const channel = channelOf({ key: "sk-$&$'1", headerOverrides: { 'x-key': '{api_key}/{api_key}' } }, 0)
    expect(requestOn(channel, request).headers['x-key']).toBe("sk-$&$'1/sk-$&$'1")
  })

  it('goes by the proxy of its channel, also where it is asked of another than upstream', () => {
    const channel = channelOf({ proxy: 'http://p.example:1', headerOverrides: { 'x-team': 'blue' } }, 0)
    expect(requestOn(channel, request)).toMatchObject({ proxy: 'http://p.example:1', headers: { 'x-team': 'blue' } })
    expect(proxiedOn(channel, request)).toEqual({ ...request, proxy: 'http://p.example:1' })
    expect(proxiedOn(channelOf({}, 0), request)).toBe(request)
  })

  it('hides its key and the values of its headers', () => {
    expect(secretsOn(channelOf({}, 0))).toEqual(['key-1'])
    expect(secretsOn(channelOf({ headerOverrides: { authorization: 'Basic abc' } }, 0))).toEqual(['key-1', 'Basic abc'])
  })
})

describe('a call with the fields of its channel', () => {
  const call = { ...request, body: '{"model":"m","temperature":1,"top_p":null}' }

  it('is the very same, unread, where the channel has none', () => {
    expect(callOn(channelOf({}, 0), call)).toBe(call)
  })

  it('has them over its own, and loses those that are null', () => {
    const channel = channelOf({ bodyOverrides: { temperature: null, seed: 7, model: 'x' } }, 0)
    expect(callOn(channel, call).body).toBe('{"model":"x","top_p":null,"seed":7}')
  })

  it('is left alone where its body is a form or no object', () => {
    const channel = channelOf({ bodyOverrides: { seed: 7 } }, 0)
    for (const body of [[new Uint8Array(1)], '', '[1]', 'text']) {
      const other = { ...request, body }
      expect(callOn(channel, other)).toBe(other)
    }
  })

  it('is proven anew where the headers prove the body', () => {
    const withBody = (body: string): UpstreamRequest => ({ ...request, body, headers: { proof: String(body.length) } })
    expect(callOn(channelOf({ bodyOverrides: { a: 1 } }, 0), { ...call, body: '{}', withBody })).toMatchObject({
      body: '{"a":1}',
      headers: { proof: '7' },
    })
  })
})
