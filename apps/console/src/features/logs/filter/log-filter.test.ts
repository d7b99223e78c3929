import { expect, test } from 'bun:test'
import { adminQuery, emptyDraft, filterParams, isNarrowed, openEnd, ownQuery, parseLogFilter, presetOf, presetSpan } from './log-filter.ts'

const filterOf = (search: string) => parseLogFilter(new URLSearchParams(search))
const noon = new Date(2026, 2, 15, 12)

test('C-414 C-415 without a filter the window runs from 0 to an hour from now', () => {
  const { start_timestamp, end_timestamp } = ownQuery(filterOf(''), openEnd(1_772_366_400_999))
  expect([start_timestamp, end_timestamp]).toEqual([0, 1_772_370_000])
})

test('C-413 the own query knows neither user nor channel', () => {
  expect(Object.keys(ownQuery(filterOf('username=u&channel=5&group=vip'), 9))).toEqual([
    'type',
    'token_name',
    'model_name',
    'start_timestamp',
    'end_timestamp',
  ])
})

test('the query of administrators carries both', () => {
  expect(adminQuery(filterOf('username=u&channel=5&end=7'), 9)).toMatchObject({ username: 'u', channel: 5, end_timestamp: 7 })
  expect(adminQuery(filterOf('group=vip'), 9)).toMatchObject({ group: 'vip' })
  expect(Object.keys(adminQuery(filterOf(''), 9))).not.toContain('group')
})

test.each(['channel=x', 'channel=-3', 'start=1.5', 'end=1e400', 'type=77', 'outcome=lost', 'attempts=1', 'attempts=x'])(
  'nonsense in the address (%s) narrows nothing',
  (search) => {
    expect(isNarrowed(filterOf(search))).toBe(false)
  },
)

test('a filter survives its way through the address', () => {
  const draft = { ...emptyDraft, token_name: ' a&b ', channel: 5, start: 10 }
  const { page, ...params } = filterParams(draft)
  expect(page).toBe('')
  const chosen = { type: 0, outcome: '', fault: '', attempts: 0 } as const
  expect(filterOf(new URLSearchParams(params).toString())).toEqual({ ...draft, ...chosen, token_name: 'a&b' })
})

test('the presets are whole days and recognised again', () => {
  const seconds = (month: number, day: number) => new Date(2026, month, day).getTime() / 1000
  expect(presetSpan('today', noon)).toEqual({ start: seconds(2, 15), end: 0 })
  expect(presetSpan('yesterday', noon)).toEqual({ start: seconds(2, 14), end: seconds(2, 15) - 1 })
  expect(presetSpan('week', noon)).toEqual({ start: seconds(2, 9), end: 0 })
  expect(presetSpan('month', noon)).toEqual({ start: seconds(1, 14), end: 0 })
  expect(presetSpan('thisMonth', noon)).toEqual({ start: seconds(2, 1), end: 0 })
  expect(presetSpan('all', noon)).toEqual({ start: 0, end: 0 })
  for (const preset of ['today', 'yesterday', 'week', 'month', 'thisMonth', 'all'] as const)
    expect(presetOf(presetSpan(preset, noon), noon)).toBe(preset)
})

test('a window with an end of its own is no preset', () => {
  expect(presetOf({ start: 0, end: 5 }, noon)).toBeUndefined()
})

test.each([
  'type=2',
  'token_name=a',
  'model_name=a',
  'username=a',
  'channel=1',
  'group=vip',
  'start=1',
  'end=1',
  'outcome=failed',
  'fault=broken',
  'attempts=2',
  'request_id=r',
])('%s alone narrows', (search) => {
  expect(isNarrowed(filterOf(search))).toBe(true)
})

test('what is not narrowed leaves no trace in the address', () => {
  expect(filterParams(emptyDraft)).toEqual({
    token_name: '',
    model_name: '',
    username: '',
    channel: '',
    group: '',
    request_id: '',
    start: '',
    end: '',
    page: '',
  })
  expect(filterParams({ ...emptyDraft, channel: 1 })['channel']).toBe('1')
})

test('administrators ask for all channels with an empty text', () => {
  expect([adminQuery(filterOf(''), 9).channel, adminQuery(filterOf('channel=1'), 9).channel]).toEqual(['', 1])
})

test('what is narrowed by outcome goes out, and nothing else of it does', () => {
  expect(ownQuery(filterOf('outcome=failed&fault=broken&attempts=9&request_id=r1'), 9)).toMatchObject({
    outcome: 'failed',
    fault: 'broken',
    attempts: 5,
    request_id: 'r1',
  })
  expect(Object.keys(ownQuery(filterOf('outcome=left'), 9)).at(-1)).toBe('outcome')
})
