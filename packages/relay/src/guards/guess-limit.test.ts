import { describe, expect, it } from 'bun:test'
import { createGuessLimit } from './guess-limit.ts'

const itself = (address: string) => address

const guess = (limit: ReturnType<typeof createGuessLimit>, address: string, times: number): void => {
  for (let count = 0; count < times; count++) limit.wrongKey(address)
}

describe('keys that name no token', () => {
  it('are looked up 60 times a minute for one address, then not until the minute is over', () => {
    let now = 0
    const limit = createGuessLimit(itself, () => now)
    guess(limit, 'a', 59)
    expect(limit.secondsToWait('a', 'KEY')).toBe(0)
    guess(limit, 'a', 1)
    now = 20_000
    expect([limit.secondsToWait('a', 'KEY'), limit.secondsToWait('b', 'KEY')]).toEqual([40, 0])
    now = 60_000
    expect(limit.secondsToWait('a', 'KEY')).toBe(0)
  })

  it('do not hold up a neighbour whose key has been right before', () => {
    const limit = createGuessLimit(itself, () => 0)
    limit.rightKey('GOOD')
    guess(limit, 'a', 60)
    expect([limit.secondsToWait('a', 'GOOD'), limit.secondsToWait('a', 'KEY')]).toEqual([0, 60])
  })

  it('are forgotten as right ones when ten thousand others have been', () => {
    const limit = createGuessLimit(itself, () => 0)
    expect([limit.rightKey('GOOD'), limit.rightKey('GOOD')]).toEqual([true, false])
    for (let count = 1; count < 10_000; count++) limit.rightKey(`key-${count}`)
    expect(limit.rightKey('GOOD')).toBe(false)
    limit.rightKey('one more')
    expect(limit.rightKey('GOOD')).toBe(true)
  })

  it('are counted together for addresses of one block', () => {
    const limit = createGuessLimit(
      (address) => address.slice(0, 4),
      () => 0,
    )
    guess(limit, '2001::1', 30)
    guess(limit, '2001::2', 30)
    expect([limit.secondsToWait('2001::3', 'KEY'), limit.secondsToWait('2002::1', 'KEY')]).toEqual([60, 0])
  })

  it('keep no more addresses in memory than allowed, oldest out first', () => {
    const limit = createGuessLimit(itself, () => 0, 2)
    for (const address of ['a', 'b', 'c']) guess(limit, address, 60)
    expect(['a', 'b', 'c'].map((address) => limit.secondsToWait(address, 'KEY'))).toEqual([0, 60, 60])
  })
})
