import { describe, expect, it } from 'bun:test'
import { addressFrom, isFromThisMachine, originFrom } from './origin.ts'

const request = (headers: Readonly<Record<string, string>>, url = 'http://gw.example/api') => new Request(url, { headers })
const PROXIES = ['10.0.0.1']
const at = (address: string) => ({ address, requestId: 'r1' })

describe('where a request came from', () => {
  it('is what a trusted proxy says', () => {
    const headers = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-host': 'public.example', 'x-forwarded-proto': 'https' }
    expect(originFrom(request(headers), at('10.0.0.1'), PROXIES)).toEqual({
      address: '192.0.2.7',
      host: 'public.example',
      isSecure: true,
      isLocal: false,
      requestId: 'r1',
    })
  })

  it('is not what anybody else says', () => {
    const headers = {
      'x-forwarded-for': '192.0.2.7',
      'x-forwarded-host': 'public.example',
      'x-forwarded-proto': 'https',
      host: 'own.example',
    }
    expect(originFrom(request(headers), at('10.0.0.2'), PROXIES)).toEqual({
      address: '10.0.0.2',
      host: 'own.example',
      isSecure: false,
      isLocal: false,
      requestId: 'r1',
    })
    expect(addressFrom(request(headers), '10.0.0.2', PROXIES)).toBe('10.0.0.2')
    expect(addressFrom(request(headers), '10.0.0.1', PROXIES)).toBe('192.0.2.7')
  })

  it('is named by the address where the header is missing, and secure where the address is', () => {
    const { host, isSecure } = originFrom(request({}, 'https://gw.example:8443/api'), at('10.0.0.2'), [])
    expect([host, isSecure]).toEqual(['gw.example:8443', true])
  })

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])('is not this machine when %s tells of a proxy on it', (header) => {
    expect(isFromThisMachine(request({ [header]: '192.0.2.7' }), '127.0.0.1')).toBe(false)
  })

  it('is this machine without one', () => {
    expect(['127.0.0.1', '::1', '192.0.2.1'].map((peer) => isFromThisMachine(request({}), peer))).toEqual([true, true, false])
    expect(originFrom(request({}), at('127.0.0.1'), []).isLocal).toBe(true)
    const proxied = (client: string) => originFrom(request({ 'x-forwarded-for': client }), at('127.0.0.1'), ['127.0.0.1']).isLocal
    expect([proxied('192.0.2.7'), proxied('127.0.0.2')]).toEqual([false, true])
  })
})
