import { describe, expect, it } from 'bun:test'
import type { Channel } from '../ports.ts'
import { keyedModel, withEachKey, type KeyRules } from './key-order.ts'
import { createKeyTurns } from './key-turns.ts'

const channel = {
  id: 7,
  key: 'a',
  keys: ['a', 'b', 'c'].map((key, id) => ({ id, key })),
} as unknown as Channel

const rules = (over: Partial<KeyRules> = {}, resting: readonly string[] = []): KeyRules => ({
  ports: { keyTurn: createKeyTurns(), random: () => 0.5, circuits: { isResting: (_, model) => resting.includes(model) } },
  model: 'm',
  ...over,
})

const order = (over: Partial<Channel>, by: KeyRules): string => [...withEachKey({ ...channel, ...over }, by)].map(({ key }) => key).join('')

describe('the keys of a channel', () => {
  it('take turns', () => {
    const turns = rules()
    expect([1, 2, 3, 4].map(() => order({}, turns))).toEqual(['abc', 'bca', 'cab', 'abc'])
  })

  it('are taken by chance where that is wanted', () => {
    expect(order({ keyMode: 'random' }, rules())).toBe('bca')
  })

  it('stay the same for a conversation, also when another key goes', () => {
    const kept = (affinity: number, keys = channel.keys ?? []) => order({ keys }, rules({ affinity })).slice(0, 1)
    const firsts = Array.from({ length: 3000 }, (_, number) => kept(number))
    for (const key of ['a', 'b', 'c']) expect(firsts.filter((first) => first === key).length).toBeWithin(900, 1100)
    const without = (channel.keys ?? []).filter(({ key }) => key !== 'b')
    firsts.forEach((first, number) => {
      if (first !== 'b') expect(kept(number, without)).toBe(first)
    })
  })

  it('begin with the one that keeps what the call goes on from', () => {
    expect(order({}, rules({ keeperId: 2, affinity: 5 }))).toBe('cab')
    expect(order({}, rules({ keeperId: 9 }))).toBe('abc')
  })

  it('come last while they rest', () => {
    expect(order({}, rules({}, [keyedModel('m', 0)]))).toBe('bca')
    expect(
      order(
        {},
        rules(
          {},
          [0, 1, 2].map((id) => keyedModel('m', id)),
        ),
      ),
    ).toBe('abc')
  })

  it('are one attempt for a channel with a single key, and none without any', () => {
    expect([...withEachKey({ ...channel, keys: [] }, rules())]).toEqual([])
    const { keys: _keys, ...single } = channel
    expect([...withEachKey(single, rules())]).toEqual([single])
    expect([...withEachKey(channel, rules())].map(({ keyId }) => keyId)).toEqual([0, 1, 2])
  })
})
