import { describe, expect, it } from 'bun:test'
import { isCrossSite, senderOf } from './cross-site.ts'

const HOST = 'gw.example:3000'

describe('a call of another site', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, string, boolean]>([
    ['without any header, as scripts send it', {}, HOST, false],
    ['by a link or a typed address', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }, HOST, true],
    ['of the same origin', { 'sec-fetch-site': 'same-origin' }, HOST, false],
    ['of no page', { 'sec-fetch-site': 'none' }, HOST, false],
    ['of a sibling', { 'sec-fetch-site': 'same-site' }, HOST, true],
    ['of a stranger', { 'sec-fetch-site': 'cross-site' }, HOST, true],
    ['of a stranger that names the console', { 'sec-fetch-site': 'cross-site', 'x-weir-console': '1' }, HOST, true],
    ['of the console behind a proxy that hides the name', { 'x-weir-console': '1', origin: 'https://public.example' }, HOST, false],
    ['with its own origin', { origin: 'http://gw.example:3000' }, HOST, false],
    ['with another port', { origin: 'http://gw.example:3001' }, HOST, true],
    ['with another name', { origin: 'http://evil.example:3000' }, HOST, true],
    ['with another port where the proxy passes none', { origin: 'https://gw.example:8443' }, 'gw.example', false],
    ['with another name where the proxy passes no port', { origin: 'https://evil.example' }, 'gw.example', true],
    ['with its own referer', { referer: 'http://gw.example:3000/token' }, HOST, false],
    ['with the referer of another', { referer: 'http://evil.example/x' }, HOST, true],
    ['whose origin cannot be read', { origin: 'null' }, HOST, true],
    ['to a name that cannot be read', { origin: 'http://gw.example' }, 'gw example', true],
  ])('%s', (...[, headers, host, isForeign]) => {
    expect(isCrossSite(new Headers(headers), host)).toBe(isForeign)
  })

  it('comes from the origin, or from the page where there is none', () => {
    expect(senderOf(new Headers({ origin: 'http://a', referer: 'http://b/c' }))).toBe('http://a')
    expect(senderOf(new Headers({ referer: 'http://b/c' }))).toBe('http://b/c')
    expect(senderOf(new Headers())).toBeNull()
  })
})
