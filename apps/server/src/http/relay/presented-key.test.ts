import { describe, expect, it } from 'bun:test'
import { otherKeys, presentedKey } from './presented-key.ts'

const keyOf = (headers: Record<string, string>, path = '/v1/chat/completions', query = ''): string | undefined =>
  presentedKey(new Request(`http://weir.test${path}${query}`, { headers }), path)

describe('the key that a caller shows', () => {
  it('is read from where each wire carries it', () => {
    expect(keyOf({ authorization: 'Bearer sk-a' })).toBe('Bearer sk-a')
    expect(keyOf({ 'x-api-key': 'sk-b' })).toBe('sk-b')
    expect(keyOf({ 'x-goog-api-key': 'sk-c' })).toBe('sk-c')
    expect(keyOf({}, '/v1beta/models/m:generateContent', '?alt=sse&key=sk-d')).toBe('sk-d')
    expect(keyOf({})).toBeUndefined()
  })

  it('is the one of the authorization header where there are several', () => {
    expect(keyOf({ authorization: 'Bearer sk-a', 'x-api-key': 'sk-b', 'x-goog-api-key': 'sk-c' })).toBe('Bearer sk-a')
    expect(keyOf({ authorization: '', 'x-api-key': 'sk-b', 'x-goog-api-key': 'sk-c' })).toBe('sk-b')
  })

  it('is read from the protocols of a realtime handshake, and of no other path', () => {
    const protocols = { 'sec-websocket-protocol': 'realtime, openai-insecure-api-key.sk-e, openai-beta.realtime-v1' }
    expect(keyOf(protocols, '/v1/realtime')).toBe('sk-e')
    expect(keyOf({ ...protocols, authorization: 'Bearer sk-a' }, '/v1/realtime')).toBe('Bearer sk-a')
    expect(keyOf(protocols)).toBeUndefined()
    expect(keyOf({ 'sec-websocket-protocol': 'realtime' }, '/v1/realtime')).toBeUndefined()
  })

  it("is not read from the address outside of Google's paths, where such a parameter is upstream's", () => {
    expect(keyOf({}, '/v1/oneapi/proxy/1/search', '?key=sk-d')).toBeUndefined()
    expect(keyOf({}, '/v1/chat/completions', '?key=sk-d')).toBeUndefined()
    expect(keyOf({}, '/v1/models', '?key=sk-d')).toBeUndefined()
    expect(keyOf({}, '/v1/models/gemini:generateContent', '?key=sk-d')).toBe('sk-d')
  })
})

describe('keys beside the one that a caller shows', () => {
  const othersOf = (headers: Record<string, string>): readonly string[] => {
    const request = new Request('http://weir.test/v1/messages', { headers })
    return otherKeys(request, presentedKey(request, '/v1/messages'))
  }

  it('are those of the other headers', () => {
    expect(othersOf({ authorization: 'Bearer sk-a', 'x-api-key': 'sk-b', 'x-goog-api-key': 'sk-c' })).toEqual(['sk-b', 'sk-c'])
    expect(othersOf({ 'x-api-key': 'sk-b', 'x-goog-api-key': 'sk-c' })).toEqual(['sk-c'])
  })

  it('are none where there is one key, or the same one again', () => {
    expect(othersOf({})).toEqual([])
    expect(othersOf({ authorization: 'Bearer sk-a' })).toEqual([])
    expect(othersOf({ authorization: 'Bearer sk-a', 'x-api-key': 'sk-a' })).toEqual([])
    expect(othersOf({ authorization: 'Bearer sk-a', 'x-api-key': '' })).toEqual([])
  })
})
