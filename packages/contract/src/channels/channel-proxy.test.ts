import { describe, expect, it } from 'bun:test'
import { proxyPassword, renderSetting, settingProxy, shownProxy, wholeProxy } from './channel-proxy.ts'

const verdict = (setting: unknown): string => {
  const parsed = settingProxy.safeParse(typeof setting === 'string' ? setting : JSON.stringify(setting))
  return parsed.success ? `= ${parsed.data}` : (parsed.error.issues[0]?.message ?? '')
}

describe('the proxy among the settings of a channel', () => {
  it.each([
    ['', '= '],
    ['{}', '= '],
    [{ proxy: '', force_format: false, n: 0, m: null }, '= '],
    [{ proxy: ' http://p.example:3128/ ' }, '= http://p.example:3128'],
    [{ proxy: 'https://ann:p%40ss@p.example' }, '= https://ann:p%40ss@p.example'],
    [{ proxy: 'socks5h://10.0.0.9:1080' }, '= socks5://10.0.0.9:1080'],
    [{ proxy: 'socks5://[::1]:1080' }, '= socks5://[::1]:1080'],
    ['x', 'unsupported'],
    [{ proxy: '', force_format: true }, 'unsupported'],
    [{ proxy: 1 }, 'proxy'],
    [{ proxy: 'p.example:3128' }, 'proxy'],
    [{ proxy: 'ftp://p.example' }, 'proxy'],
    [{ proxy: 'socks4://p.example:1' }, 'proxy'],
    [{ proxy: 'http://p.example/path' }, 'proxy'],
    [{ proxy: 'http://p.example?a=b' }, 'proxy'],
    [{ proxy: 'http://p.example:3128\r\nx: y' }, 'proxy'],
    [{ proxy: 'http://' }, 'proxy'],
  ])('%j: %s', (setting, told) => {
    expect(verdict(setting)).toBe(told)
  })

  it('is shown without its password, which goes back to its place', () => {
    const whole = 'socks5://ann:p%40ss@p.example:1080'
    expect([shownProxy(whole), proxyPassword(whole)]).toEqual(['socks5://ann:***@p.example:1080', 'p%40ss'])
    expect(wholeProxy('socks5://ann:***@p.example:1080', 'p%40ss')).toBe(whole)
    expect([shownProxy('http://p.example'), shownProxy('http://ann@p.example'), wholeProxy('', 'x')]).toEqual([
      'http://p.example',
      'http://ann@p.example',
      undefined,
    ])
    expect([renderSetting(''), renderSetting('http://p.example')]).toEqual(['', '{"proxy":"http://p.example"}'])
  })
})
