import { describe, expect, it } from 'bun:test'
import { isTextType, maskedBody } from './mask-body.ts'

const png = `iVBORw0KGgo${'A'.repeat(389)}`

describe('what is kept of a body', () => {
  it('has no key, wherever it stands', () => {
    const body = {
      api_key: 'abc',
      Authorization: 'Basic dXNlcjpwYXNz',
      nested: [{ password: 'p"q\\', 'x-api-key': 'zzz', client_secret: '秘密' }],
      messages: [{ role: 'user', content: 'my key is sk-0123456789abcdef0123 and Bearer abcdefgh12345678' }],
      max_tokens: 5,
    }
    const masked = maskedBody(JSON.stringify(body))
    expect(JSON.parse(masked)).toEqual({
      api_key: '***',
      Authorization: '***',
      nested: [{ password: '***', 'x-api-key': '***', client_secret: '***' }],
      messages: [{ role: 'user', content: 'my key is *** and ***' }],
      max_tokens: 5,
    })
  })

  it('has none inside of a text that is JSON itself, such as the arguments of a tool', () => {
    const body = { arguments: JSON.stringify({ password: 'hunter2', city: 'Oslo' }) }
    const { arguments: kept } = JSON.parse(maskedBody(JSON.stringify(body))) as { arguments: string }
    expect(JSON.parse(kept)).toEqual({ password: '***', city: 'Oslo' })
  })

  it('has a note in the place of pictures, sounds and files', () => {
    const body = {
      url: `data:image/jpeg;base64,${'B'.repeat(400)}`,
      b64_json: png,
      input_audio: { data: `${'q7+/'.repeat(100)}==`, format: 'wav' },
      text: 'words stay',
    }
    expect(JSON.parse(maskedBody(JSON.stringify(body)))).toEqual({
      url: '[image/jpeg, 300 bytes]',
      b64_json: '[image/png, 300 bytes]',
      input_audio: { data: '[base64, 300 bytes]', format: 'wav' },
      text: 'words stay',
    })
  })

  it.each([
    ['iVBORw0KGgo', 'image/png'],
    ['/9j/', 'image/jpeg'],
    ['R0lGOD', 'image/gif'],
    ['UklGR', 'image/webp or audio/wav'],
    ['SUQz', 'audio/mpeg'],
    ['T2dnUw', 'audio/ogg'],
    ['JVBERi0', 'application/pdf'],
    ['AAAAIGZ0eXA', 'base64'],
  ])('tells by the beginning %s that it was %s', (start, type) => {
    expect(maskedBody(`"${start.padEnd(256, 'A')}"`)).toBe(`"[${type}, 192 bytes]"`)
  })

  it('keeps what is too short for a file, and counts a file without what fills its end', () => {
    expect(maskedBody(`"${'A'.repeat(255)}"`)).toBe(`"${'A'.repeat(255)}"`)
    expect(maskedBody(`"${'A'.repeat(258)}=="`)).toBe('"[base64, 193 bytes]"')
    expect(maskedBody(`"${'A'.repeat(259)}="`)).toBe('"[base64, 194 bytes]"')
  })

  it.each([
    'api_key',
    'apikey',
    'API-Key',
    'x-api-key',
    'authorization',
    'auth_token',
    'access-token',
    'refreshToken',
    'client_secret',
    'secret',
    'secret_key',
    'private_key',
    'password',
    'passwd',
    'credential',
    'credentials',
  ])('has no %s, in text inside of text inside of text either', (name) => {
    const inner = JSON.stringify({ [name]: 'a\\"b', after: 'x' })
    const body = JSON.stringify({ outer: JSON.stringify({ inner, note: 'y' }) })
    const masked = JSON.parse(maskedBody(body)) as { outer: string }
    const outer = JSON.parse(masked.outer) as { inner: string; note: string }
    expect(outer.note).toBe('y')
    expect(JSON.parse(outer.inner)).toEqual({ [name]: '***', after: 'x' })
  })

  it('keeps fields whose names only resemble those of keys', () => {
    const body = JSON.stringify({ max_tokens_text: '5', token: 'a', secretary: 'b', key: 'c' })
    expect(maskedBody(body)).toBe(body)
  })

  it('is masked where it is cut, and in the frames of a stream', () => {
    expect(maskedBody(`{"b64_json":"${png}`)).toBe('{"b64_json":"[image/png, 300 bytes]')
    expect(maskedBody(`data: {"secret":"x"}\n\ndata: {"b64":"${png}"}\n\ndata: [DONE]\n\n`)).toBe(
      'data: {"secret":"***"}\n\ndata: {"b64":"[image/png, 300 bytes]"}\n\ndata: [DONE]\n\n',
    )
  })

  it('takes no more time than its length', () => {
    const hostile = `{"password":"${'\\"'.repeat(200_000)}`
    const began = performance.now()
    maskedBody(hostile)
    maskedBody('"api_key'.repeat(100_000))
    maskedBody('data:image/png'.repeat(60_000))
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

it('tells texts from other content', () => {
  const types = [
    '',
    'application/json; charset=utf-8',
    'text/event-stream',
    'application/problem+json',
    'audio/mpeg',
    'multipart/form-data',
  ]
  expect(types.map(isTextType)).toEqual([true, true, true, true, false, false])
})
