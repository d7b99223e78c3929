import { describe, expect, it } from 'bun:test'
import { pathOf, queryOf } from './request-path.ts'

describe('path of a request', () => {
  it('is what stands between host and query', () => {
    const addresses = ['http://h/', 'http://h:1/a/b?c=/d?e', 'https://[::1]:80/x', 'http://h/?q', 'http://u:p@h/a%2Fb']
    for (const address of addresses) {
      const url = new URL(address)
      expect(pathOf(new Request(address).url)).toBe(url.pathname)
      expect(queryOf(address)).toBe(url.search === '' ? queryOf(address) : url.search)
    }
    expect([pathOf('/healthz?x'), pathOf('/a//b'), pathOf('*')]).toEqual(['/healthz', '/a//b', '/'])
    expect(['http://h//v1/a?b=//c', 'http://h///v1/a', '//v1/a', 'http://h//'].map(pathOf)).toEqual(['/v1/a', '/v1/a', '/v1/a', '/'])
    expect(queryOf('http://h/a?b=1')).toBe('?b=1')
    expect(queryOf('http://h/a')).toBe('')
  })
})
