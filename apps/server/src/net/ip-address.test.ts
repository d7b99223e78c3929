import { describe, expect, it } from 'bun:test'
import { clientAddress, isAddressInSubnet, isLoopback, isSubnet } from './ip-address.ts'

describe('client address', () => {
  it('is the peer when no proxy is trusted, whatever the headers claim', () => {
    expect(clientAddress('203.0.113.9', '10.1.2.3', [])).toBe('203.0.113.9')
  })

  it('is the right-most address that is not a trusted proxy', () => {
    expect(clientAddress('10.0.0.1', '1.1.1.1, 198.51.100.7, 10.0.0.2', ['10.0.0.0/8'])).toBe('198.51.100.7')
  })

  it('falls back to the peer when the header is not a list of addresses', () => {
    expect(clientAddress('10.0.0.1', 'unknown', ['10.0.0.0/8'])).toBe('10.0.0.1')
  })
})

describe('subnets', () => {
  it('match IPv4, IPv6 and IPv4 written as IPv6', () => {
    expect(isAddressInSubnet('10.1.2.3', '10.1.0.0/16')).toBe(true)
    expect(isAddressInSubnet('::ffff:10.1.2.3', '10.1.0.0/16')).toBe(true)
    expect(isAddressInSubnet('10.2.2.3', '10.1.0.0/16')).toBe(false)
    expect(isAddressInSubnet('2001:db8::1%eth0', '2001:db8::/32')).toBe(true)
    expect(isAddressInSubnet('not an address', '0.0.0.0/0')).toBe(false)
  })

  it('are CIDR ranges or single addresses', () => {
    expect(['10.0.0.0/8', '::1', '192.0.2.1'].every(isSubnet)).toBe(true)
    expect(['10.0.0.0/99', 'x', ''].some(isSubnet)).toBe(false)
  })
})

describe('loopback', () => {
  it('is recognised in every form', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true)
    expect(isLoopback('128.0.0.1')).toBe(false)
  })
})
