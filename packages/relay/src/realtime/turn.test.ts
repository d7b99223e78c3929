import { expect, it } from 'bun:test'
import type { Delivery, RequestFacts } from '../stage-types.ts'
import { Turn } from './turn.ts'

const open = () => {
  const timers: (() => void)[] = []
  const noted: number[] = []
  const turn: Turn = new Turn({
    facts: {} as unknown as RequestFacts,
    delivery: {} as unknown as Delivery,
    startTimer: (_, onFire) => {
      timers.push(onFire)
      return () => void timers.splice(timers.indexOf(onFire), 1)
    },
    checkpoint: async (told) => void noted.push(told.producedCharacters),
  })
  return { turn, timers, noted }
}

it('counts 600 bytes of sound as a character, begun ones too', () => {
  const { turn } = open()
  expect([turn.hasProduced, turn.producedCharacters]).toEqual([false, 0])
  turn.add({ audioBytes: 600, characters: 3, wholeCharacters: 0 })
  expect([turn.hasProduced, turn.producedCharacters, turn.produced]).toEqual([true, 4, { audioBytes: 600, characters: 3 }])
  turn.add({ audioBytes: 1, characters: 0, wholeCharacters: 0 })
  expect([turn.producedCharacters, turn.produced]).toEqual([5, { audioBytes: 601, characters: 3 }])
})

it('is noted down once something has come, until it is settled', () => {
  const { turn, timers, noted } = open()
  turn.add({ audioBytes: 0, characters: 0, wholeCharacters: 0 })
  expect([timers.length, turn.hasProduced]).toEqual([0, false])
  turn.add({ audioBytes: 0, characters: 7, wholeCharacters: 0 })
  expect(timers.length).toBe(1)
  timers[0]?.()
  expect(noted).toEqual([7])
  turn.add({ audioBytes: 0, characters: 1, wholeCharacters: 0 })
  turn.stop()
  expect(timers).toEqual([])
})
