import { afterEach, beforeEach, expect, it, spyOn } from 'bun:test'
import type { OversizedFigure } from '@weir/store/metering/figures'
import { createFigureWatch, describeFigure } from './oversized-figures.ts'

const write = spyOn(process.stdout, 'write')
beforeEach(() => void write.mockReturnValue(true))
afterEach(() => void write.mockReset())

const ofUser: OversizedFigure = { table: 'users', id: 3, name: 'ann', column: 'request_count', value: '9007199254740993' }
const ofToken: OversizedFigure = { table: 'tokens', id: 4, name: 'key', column: 'used_quota', value: '9007199254740995' }
const ofChannel: OversizedFigure = { table: 'channels', id: 5, name: 'one', column: 'used_quota', value: '9007199254740997' }

const printed = (): string => write.mock.calls.map(([text]) => String(text)).join('')

it('describes a figure by what it belongs to', () => {
  expect([ofUser, ofToken, ofChannel].map(describeFigure)).toEqual([
    'user 3 (ann): request_count 9007199254740993',
    'token 4 (key): used_quota 9007199254740995',
    'channel 5 (one): used_quota 9007199254740997',
  ])
})

it('writes each figure down once, and again when it comes back', async () => {
  let found: readonly OversizedFigure[] = [ofUser]
  const watch = createFigureWatch({ oversized: () => Promise.resolve(found) })
  expect(watch.count()).toBe(0)
  await watch.look()
  expect(watch.count()).toBe(1)
  expect(printed()).toContain(
    'error a figure is beyond 2^53 and is shown as 9007199254740991: see weir ledger verify figure="user 3 (ann): request_count 9007199254740993"',
  )
  write.mockClear()
  found = [ofUser, ofToken]
  await watch.look()
  expect(printed()).toContain('token 4 (key)')
  expect(printed()).not.toContain('user 3 (ann)')
  expect(watch.count()).toBe(2)
  found = []
  await watch.look()
  expect(watch.count()).toBe(0)
  found = [ofUser]
  await watch.look()
  expect(printed()).toContain('user 3 (ann)')
})
