import { expect, it } from 'bun:test'
import { resolve } from 'node:path'
import { readAcceptance, readSecurityTests } from './documents.ts'

const root = resolve(import.meta.dirname, '../..')

it('reads 27 groups with 654 statements of the console, numbered without a gap', () => {
  const groups = readAcceptance(root)
  const ids = groups.flatMap(({ statements }) => statements.map(({ id }) => id))
  expect(groups.map(({ name }) => name)).toEqual(Array.from({ length: 27 }, (_, at) => `G${String(at + 1).padStart(2, '0')}`))
  expect(ids).toEqual(Array.from({ length: 654 }, (_, at) => `C-${String(at + 1).padStart(3, '0')}`))
})

it('knows which statements record a choice', () => {
  const [, storage] = readAcceptance(root)
  expect(storage?.statements.filter(({ isChoice }) => isChoice).map(({ id }) => id)).toEqual(['C-050'])
})

it('reads the ids of the security tests apart from the departures', () => {
  const { ids, departures } = readSecurityTests(root)
  expect(ids).toContain('AZ-05')
  expect(ids.filter((id) => id === 'AN-01')).toHaveLength(1)
  expect(departures.has('AN-01')).toBe(true)
  expect(departures.has('AZ-05')).toBe(false)
})
