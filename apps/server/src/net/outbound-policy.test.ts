import { describe, expect, it } from 'bun:test'
import { createOutboundPolicy, inTime, resolveAll } from './outbound-policy.ts'

const policyOver = (names: Readonly<Record<string, readonly string[]>>, denied: readonly string[] = []) => {
  const clock = { now: 0 }
  const asked: string[] = []
  const resolve = async (host: string): Promise<readonly string[]> => {
    asked.push(host)
    return names[host] ?? []
  }
  const check = createOutboundPolicy(denied, () => clock.now, resolve)
  const isOpen = async (address: string): Promise<boolean> => {
    try {
      await check(new URL(address))
      return true
    } catch (error) {
      if (error instanceof Error && error.name === 'AddressDenied') return false
      throw error
    }
  }
  return { isOpen, check, asked, clock }
}

describe('addresses that may be called', () => {
  it('SF-04 are never those of link-local, metadata or multicast services, however they are written', async () => {
    const { isOpen } = policyOver({})
    for (const address of [
      'http://169.254.169.254/latest/meta-data/',
      'http://2852039166/',
      'http://0xa9fea9fe/',
      'http://0251.0376.0251.0376/',
      'http://169.254.43518/',
      'http://[::ffff:169.254.169.254]/',
      'http://[::ffff:a9fe:a9fe]/',
      'http://[64:ff9b::a9fe:a9fe]/',
      'http://[2002:a9fe:a9fe::1]/',
      'http://[::a9fe:a9fe]/',
      'http://[64:ff9b:1::a9fe:a9fe]/',
      'http://[2001:0:4136:e378:8000:63bf:5601:5601]/',
      'http://[fec0::1]/',
      'http://[fe80::1]/',
      'http://[fd00:ec2::254]/',
      'http://100.100.100.200/',
      'http://0.0.0.0:3000/',
      'http://0/',
      'http://[::]/',
      'http://224.0.0.1/',
      'http://[ff02::1]/',
    ]) {
      expect([address, await isOpen(address)]).toEqual([address, false])
    }
    for (const address of ['https://192.0.2.7/', 'http://127.0.0.1:11434/', 'http://[::1]:11434/', 'https://[2001:db8::a9fe:a9fe]/']) {
      expect([address, await isOpen(address)]).toEqual([address, true])
    }
  })

  it('SF-04 are none of the ranges that the operator closed', async () => {
    const { isOpen } = policyOver({ 'inside.example': ['10.9.0.5'], 'outside.example': ['10.8.0.5'] }, ['10.9.0.0/16', '::1/128'])
    expect(await isOpen('http://inside.example/')).toBe(false)
    expect(await isOpen('http://[::1]:5432/')).toBe(false)
    expect(await isOpen('http://[::ffff:10.9.0.5]/')).toBe(false)
    expect(await isOpen('http://[64:ff9b::10.9.0.5]/')).toBe(false)
    expect(await isOpen('http://[64:ff9b::10.8.0.5]/')).toBe(true)
    expect(await isOpen('http://outside.example/')).toBe(true)
  })

  it('SF-03 are judged by every address of a name, and again when a while has passed', async () => {
    const names: Record<string, readonly string[]> = {
      'mixed.example': ['192.0.2.7', '169.254.169.254'],
      'turning.example': ['192.0.2.7'],
    }
    const { isOpen, asked, clock } = policyOver(names)
    expect(await isOpen('https://mixed.example/')).toBe(false)
    expect(await isOpen('https://mixed.example/')).toBe(false)
    expect(await isOpen('https://turning.example/')).toBe(true)
    names['turning.example'] = ['169.254.169.254']
    clock.now = 30_000
    expect(await isOpen('https://turning.example/')).toBe(false)
    expect(asked).toEqual(['mixed.example', 'mixed.example', 'turning.example', 'turning.example'])
  })

  it('come with IPv4 in front, and with the one in use before the others', async () => {
    const names: Record<string, readonly string[]> = { 'many.example': ['2001:db8::1', '192.0.2.7', '192.0.2.8'] }
    const { check, clock } = policyOver(names)
    const url = new URL('https://many.example/')
    expect(await check(url)).toEqual(['192.0.2.7', '192.0.2.8', '2001:db8::1'])
    names['many.example'] = ['192.0.2.8', '192.0.2.7']
    clock.now = 30_000
    expect(await check(url)).toEqual(['192.0.2.7', '192.0.2.8'])
  })

  it('are at least one', async () => {
    expect(await policyOver({}).isOpen('https://nowhere.example/')).toBe(false)
  })
})

it('every address of a name is looked at', async () => {
  expect(await resolveAll('127.0.0.1')).toEqual(['127.0.0.1'])
})

describe('a name that is looked up', () => {
  const looked = (resolve: () => Promise<readonly string[]>) => {
    const timers: { readonly ms: number; readonly fire: () => void; isCancelled: boolean }[] = []
    const found = inTime(resolve, (ms, fire) => {
      const timer = { ms, fire, isCancelled: false }
      timers.push(timer)
      return () => void (timer.isCancelled = true)
    })('slow.example')
    return { timers, found: found.catch(String) }
  }

  it('is given up after five seconds, whatever the resolver of the system does', async () => {
    const { timers, found } = looked(() => new Promise(() => undefined))
    expect(timers.map(({ ms }) => ms)).toEqual([5000])
    timers[0]?.fire()
    expect(await found).toBe('Error: slow.example was not found within 5 seconds')
  })

  it('leaves no timer behind, found or not', async () => {
    for (const resolve of [() => Promise.resolve(['192.0.2.7']), () => Promise.reject(new Error('no such name'))]) {
      const { timers, found } = looked(resolve)
      await found
      expect(timers.map(({ isCancelled }) => isCancelled)).toEqual([true])
    }
  })
})
