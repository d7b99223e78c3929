import { expect, it } from 'bun:test'
import { Transcribers } from './transcribers.ts'

it('a transcript is charged by the name that the caller gave, whichever of several it was', () => {
  const transcribers = new Transcribers({ modelMapping: { mine: 'upstream-one' } })
  expect(transcribers.called('upstream-one')).toBeUndefined()
  transcribers.name('mine')
  transcribers.name('other')
  expect(transcribers.called('upstream-one')).toBe('mine')
  expect(transcribers.called('other')).toBe('other')
  expect(transcribers.called('a-name-of-upstream')).toBe('other')
  expect(transcribers.called(undefined)).toBeUndefined()
})
