import { describe, expect, it } from 'bun:test'
import { headerOverride, isSecretHeader } from './header-override.ts'

const verdict = (value: unknown): string => {
  const parsed = headerOverride.safeParse(typeof value === 'string' ? value : JSON.stringify(value))
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? '')
}

describe('headers that a channel sets', () => {
  it.each([
    ['', ''],
    [' {} ', ''],
    ['null', ''],
    ['""', ''],
    [' {"X-Team":"blue"} ', '{"X-Team":"blue"}'],
    [{ authorization: 'Bearer a', 'x-key': '{api_key}', 'x-empty': '' }, '{"authorization":"Bearer a","x-key":"{api_key}","x-empty":""}'],
  ])('%j is kept as %j', (given, kept) => {
    expect(verdict(given)).toBe(kept)
  })

  it.each([
    ['x', 'JSON'],
    ['[]', 'JSON'],
    ['{"a":', 'JSON'],
    [{ 'x y': 'a' }, 'header-name|x y'],
    [{ '': 'a' }, 'header-name|'],
    [{ 'x:y': 'a' }, 'header-name|x:y'],
    [{ 'x\r\ny': 'a' }, 'header-name|x\r\ny'],
    [{ 'x-a': 'b\r\nHost: c' }, 'header-value|x-a'],
    [{ 'x-a': 'b\nc' }, 'header-value|x-a'],
    [{ 'x-a': '蓝' }, 'header-value|x-a'],
    [{ 'x-a': 1 }, 'header-value|x-a'],
    [{ 'x-a': null }, 'header-value|x-a'],
    [{ 'X-A': 'b', 'x-a': 'c' }, 'header-twice|x-a'],
    [{ 'x-a': 'Bearer {client_header:Authorization}' }, 'header-caller|x-a'],
  ])('%j is refused as %j', (given, rule) => {
    expect(verdict(given)).toBe(rule)
  })

  it.each([
    'Host',
    'content-length',
    'Transfer-Encoding',
    'connection',
    'keep-alive',
    'te',
    'trailer',
    'upgrade',
    'expect',
    'proxy-authorization',
    'proxy-connection',
    'proxy-authenticate',
    'content-type',
    'content-encoding',
    'accept-encoding',
    'sec-websocket-key',
    'Sec-WebSocket-Protocol',
  ])('%s is not theirs to set', (name) => {
    expect(verdict({ [name]: 'a' })).toBe(`header-reserved|${name}`)
  })

  it.each([
    ['authorization', 'Bearer a', true],
    ['Cookie', 'a=b', true],
    ['X-API-Key', 'a', true],
    ['cf-aig-authorization', 'a', true],
    ['x-session-id', 'a', true],
    ['authorization', 'Bearer {api_key}', false],
    ['authorization', '', false],
    ['x-team', 'blue', false],
    ['user-agent', 'weir', false],
  ])('%s: %s is secret: %p', (name, value, isSecret) => {
    expect(isSecretHeader(name, value)).toBe(isSecret)
  })
})
