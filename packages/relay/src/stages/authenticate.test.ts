import { describe, expect, it } from 'bun:test'
import type { Identity } from '../identity.ts'
import { RelayRefusal } from '../refusal.ts'
import { authenticate, knownAmong } from './authenticate.ts'

const IDENTITY: Identity = {
  tokenId: 7,
  tokenName: 't',
  tokenState: 'enabled',
  expiresAt: -1,
  isUnlimited: false,
  remainQuota: 1,
  models: [],
  subnets: [],
  userId: 5,
  username: 'u',
  isUserEnabled: true,
  isAdmin: false,
  group: 'default',
}

const judge = async (over: Partial<Identity>, authorization: string | undefined = 'Bearer sk-KEY'): Promise<string> => {
  const marked: string[] = []
  try {
    const caller = await authenticate(authorization, '192.0.2.1', {
      identities: {
        find: (key) => (key === 'KEY' ? { ...IDENTITY, ...over } : undefined),
        markExpired: (id) => Promise.resolve(void marked.push(`expired ${id}`)),
        markExhausted: (id) => Promise.resolve(void marked.push(`exhausted ${id}`)),
      },
      clock: () => 1_000_000,
      isGroupUsable: (group) => group === 'offered',
      isAddressInSubnet: (address, subnet) => subnet === `${address}/32`,
      guesses: { secondsToWait: () => 0, rightKey: () => true, wrongKey: () => void marked.push('wrong key') },
    })
    return `user ${caller.userId}, channel ${caller.pinnedChannelId ?? 'any'}`
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error
    return [error.kind, ...marked].join(', ')
  }
}

describe('a token that has run out', () => {
  const marks = async (over: Partial<Identity>): Promise<unknown> =>
    await Promise.resolve(
      authenticate('KEY', '192.0.2.1', {
        identities: {
          find: () => ({ ...IDENTITY, ...over }),
          markExpired: () => Promise.reject(new Error('cannot mark as expired')),
          markExhausted: () => Promise.reject(new Error('cannot mark as exhausted')),
        },
        clock: () => 1_000_000,
        isGroupUsable: () => true,
        isAddressInSubnet: () => true,
        guesses: { secondsToWait: () => 0, rightKey: () => true, wrongKey: () => undefined },
      }),
    ).catch(String)

  it('is marked before it is refused', async () => {
    expect(await marks({ expiresAt: 1 })).toBe('Error: cannot mark as expired')
    expect(await marks({ remainQuota: 0 })).toBe('Error: cannot mark as exhausted')
  })
})

describe('authenticate', () => {
  it('refuses a token whose group is no longer offered, and lets in one whose group is, or is that of its user', async () => {
    expect(await judge({ group: 'taken away', ownGroup: 'default' })).toBe('group-not-allowed')
    expect(await judge({ group: 'offered', ownGroup: 'default' })).toBe('user 5, channel any')
    expect(await judge({ group: 'vip' })).toBe('user 5, channel any')
  })

  it('takes a key with and without the scheme and the prefix', async () => {
    for (const form of ['Bearer sk-KEY', 'bearer KEY', 'sk-KEY', 'KEY']) expect(await judge({}, form)).toBe('user 5, channel any')
  })

  it('refuses a header without a key, a malformed one and one that names no token', async () => {
    expect(await judge({}, '')).toBe('no-token')
    expect(await judge({}, 'Bearer sk-')).toBe('no-token')
    expect(await judge({}, 'Bearer')).toBe('no-token')
    expect(await judge({}, 'Bearer sk-KEY-1-2')).toBe('invalid-token')
    expect(await judge({}, `Bearer sk-${'K'.repeat(129)}`)).toBe('invalid-token')
    expect(await judge({}, 'Bearer sk-OTHER')).toBe('invalid-token, wrong key')
  })

  it('refuses by what the token and its owner are', async () => {
    expect(await judge({ tokenState: 'disabled' })).toBe('token-disabled')
    expect(await judge({ tokenState: 'expired' })).toBe('token-expired')
    expect(await judge({ tokenState: 'exhausted' })).toBe('token-exhausted')
    expect(await judge({ isUserEnabled: false })).toBe('user-banned')
  })

  it('marks a token that has run out in the database, to the second', async () => {
    expect(await judge({ expiresAt: 1000 })).toBe('token-expired, expired 7')
    expect(await judge({ expiresAt: 1001 })).toBe('user 5, channel any')
    expect(await judge({ remainQuota: 0 })).toBe('token-exhausted, exhausted 7')
    expect(await judge({ remainQuota: 0, isUnlimited: true })).toBe('user 5, channel any')
  })

  it('holds a token to its subnets', async () => {
    expect(await judge({ subnets: ['192.0.2.1/32'] })).toBe('user 5, channel any')
    expect(await judge({ subnets: ['192.0.2.2/32'] })).toBe('subnet')
    expect(await judge({ subnets: ['192.0.2.2/32', '192.0.2.1/32'] })).toBe('user 5, channel any')
  })

  it('lets administrators alone choose a channel', async () => {
    expect(await judge({}, 'Bearer sk-KEY-3')).toBe('channel-pinned')
    expect(await judge({ isAdmin: true }, 'Bearer sk-KEY-3')).toBe('user 5, channel 3')
    expect(await judge({ isAdmin: true }, 'Bearer sk-KEY-x')).toBe('invalid-token')
  })
})

describe('of several keys', () => {
  const chosen = async (keys: readonly [string, ...string[]], waiting: readonly string[] = []): Promise<string> => {
    let wrong = 0
    const key = await knownAmong(keys, '192.0.2.1', {
      identities: {
        find: (sought) => (sought === 'KEY' ? IDENTITY : undefined),
        markExpired: () => Promise.resolve(),
        markExhausted: () => Promise.resolve(),
      },
      clock: () => 1_000_000,
      isGroupUsable: () => true,
      isAddressInSubnet: () => true,
      guesses: { secondsToWait: (_, sought) => (waiting.includes(sought) ? 9 : 0), rightKey: () => true, wrongKey: () => void wrong++ },
    })
    return `${key}, ${wrong} wrong`
  }

  it('the first that is one of ours is taken, whatever stands beside it', async () => {
    expect(await chosen(['Bearer sk-ant-oat01-x', 'sk-KEY'])).toBe('sk-KEY, 0 wrong')
    expect(await chosen(['Bearer', 'other', 'sk-KEY'])).toBe('sk-KEY, 0 wrong')
    expect(await chosen(['Bearer sk-KEY-3', 'sk-KEY'])).toBe('Bearer sk-KEY-3, 0 wrong')
  })

  it('none that is ours is the first, and the others are guesses as well', async () => {
    expect(await chosen(['Bearer sk-a', 'sk-b', 'sk-c'])).toBe('Bearer sk-a, 2 wrong')
  })

  it('one that has to wait is not looked up', async () => {
    expect(await chosen(['Bearer sk-a', 'sk-KEY'], ['KEY'])).toBe('Bearer sk-a, 1 wrong')
  })
})
