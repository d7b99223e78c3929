import { expect, test } from 'bun:test'
import { figureAddress, periodAddress, rowAddress } from './row-address.ts'

const period = periodAddress({ start: 100, end: 200 })
const row = { id: 0, name: 'n', owner: '' }

test.each([
  ['user', row, '/log?type=2&start=100&end=199&username=n'],
  ['token', { ...row, owner: 'ada' }, '/log?type=2&start=100&end=199&token_name=n&username=ada'],
  ['token', row, '/log?type=2&start=100&end=199&token_name=n'],
  ['model', row, '/log?type=2&start=100&end=199&model_name=n'],
  ['channel', { ...row, id: 7, name: '' }, '/log?type=2&start=100&end=199&channel=7'],
  ['group', row, '/log?type=2&start=100&end=199&group=n'],
] as const)('a figure by %s leads to its rows of the period', (by, of, address) => {
  expect(rowAddress(by, of, { period, figure: 'quota' })).toBe(address)
})

test('errors lead to the requests that failed', () => {
  expect(rowAddress('model', row, { period, figure: 'failures' })).toBe('/log?type=2&start=100&end=199&model_name=n&outcome=failed')
  expect(figureAddress(period, 'failures')).toBe('/log?type=2&start=100&end=199&outcome=failed')
})

test('what has no name leads nowhere', () => {
  expect(rowAddress('group', { ...row, name: '' }, { period, figure: 'quota' })).toBeUndefined()
  expect(rowAddress('channel', { ...row, name: '' }, { period, figure: 'quota' })).toBeUndefined()
})
