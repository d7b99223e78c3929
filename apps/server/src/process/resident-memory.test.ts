import { expect, it } from 'bun:test'
import { createResidentMemory, residentBytes } from './resident-memory.ts'

it('resident memory is what was read last while it cannot be read', () => {
  let isOut = false
  let bytes = 100
  const resident = createResidentMemory(() => {
    if (isOut) throw new Error('too many open files')
    return bytes
  })
  expect(resident()).toBe(100)
  isOut = true
  bytes = 200
  expect(resident()).toBe(100)
  isOut = false
  expect(resident()).toBe(200)
})

it('resident memory of this process is at least that of its runtime', () => {
  expect(residentBytes()).toBeGreaterThan(10_000_000)
})
