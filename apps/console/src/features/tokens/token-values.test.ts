import { describe, expect, test } from 'bun:test'
import { bodyOf, expiryAfter, expiryPresets, newTokenValues, valuesOf } from './token-values.ts'

const noon = 1_772_366_400_000
const stored = {
  id: 7,
  user_id: 2,
  key: 'k7',
  status: 1,
  name: 't',
  created_time: 0,
  accessed_time: 0,
  expired_time: 1_704_164_645,
  remain_quota: 5,
  unlimited_quota: false,
  used_quota: 0,
  models: 'a,b',
  subnet: '',
  group: '',
  limit_read: '5 limited 2',
}

describe('the body that is sent', () => {
  test('C-359 C-360 an untouched form sends the defaults', () => {
    expect(bodyOf({ ...newTokenValues, name: 't1' })).toEqual({
      name: 't1',
      models: '',
      subnet: '',
      expired_time: -1,
      remain_quota: 500_000,
      unlimited_quota: false,
    })
  })

  test('C-361 C-362 the quota is a whole number', () => {
    expect([123, 123.9, null].map((quota) => bodyOf({ ...newTokenValues, quota })?.remain_quota)).toEqual([123, 123, 0])
  })

  test('an edit tells the limit with which it began, and a new token does not', () => {
    const { remain_quota, limit_read } = bodyOf({ ...valuesOf(stored), quota: 9 }) ?? {}
    expect([remain_quota, limit_read]).toEqual([9, '5 limited 2'])
    expect(Object.keys(bodyOf(newTokenValues) ?? {})).not.toContain('limit_read')
  })

  test.each([null, Number.NaN, -2])('C-363 an expiry of %p is not sent', (expiry) => {
    expect(bodyOf({ ...newTokenValues, expiry })).toBeUndefined()
  })

  test('C-368 models are joined by commas', () => {
    expect(bodyOf({ ...newTokenValues, models: ['a', 'b'] })?.models).toBe('a,b')
  })

  test('C-369 the subnets are sent as they were typed', () => {
    expect(bodyOf({ ...newTokenValues, subnet: '10.0.0.0/8,192.168.0.0/24' })?.subnet).toBe('10.0.0.0/8,192.168.0.0/24')
  })

  test('C-370 unlimited is sent as true', () => {
    expect(bodyOf({ ...newTokenValues, isUnlimited: true })?.unlimited_quota).toBe(true)
  })

  test('the group is sent once it was chosen, the own one too', () => {
    expect(['cheap', ''].map((group) => bodyOf({ ...newTokenValues, group })?.group)).toEqual(['cheap', ''])
    expect([valuesOf(stored).group, valuesOf({ ...stored, group: 'cheap' }).group]).toEqual([undefined, 'cheap'])
  })

  test('C-375 building the body leaves the values alone', () => {
    const values = { ...newTokenValues, models: ['a', 'b'] }
    expect(bodyOf(values)).toEqual(bodyOf(values))
    expect(values.models).toEqual(['a', 'b'])
  })
})

describe('the form of a stored token', () => {
  test('C-372 the models become a list, an empty text none', () => {
    expect(valuesOf(stored).models).toEqual(['a', 'b'])
    expect(valuesOf({ ...stored, models: '' }).models).toEqual([])
  })

  test('C-373 saving unchanged sends the same expiry', () => {
    expect(bodyOf(valuesOf(stored))?.expired_time).toBe(1_704_164_645)
  })
})

test.each([
  ['C-364', 'never', -1],
  ['C-365', 'hour', 1_772_370_000],
  ['C-366', 'day', 1_772_452_800],
  ['C-366', 'minute', 1_772_366_460],
  ['C-367', 'month', 1_774_958_400],
] as const)('%s the %s button gives %d', (_, name, time) => {
  expect(expiryAfter(expiryPresets.find((preset) => preset.name === name)?.seconds, noon)).toBe(time)
})

test('besides the specified distances there are a week and ninety days, the longest first', () => {
  expect(expiryPresets.map(({ name, seconds }) => [name, seconds])).toEqual([
    ['never', undefined],
    ['quarter', 7_776_000],
    ['month', 2_592_000],
    ['week', 604_800],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ])
})

test('an expiry counts from the whole second that is running', () => {
  expect([expiryAfter(60, 1_999), expiryAfter(60, 2_000), expiryAfter(undefined, 2_000)]).toEqual([61, 62, -1])
})
