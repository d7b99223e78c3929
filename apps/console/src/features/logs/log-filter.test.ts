import { expect, test } from 'bun:test'
import { adminQuery, emptyDraft, filterParams, isNarrowed, openEnd, ownQuery, parseLogFilter, presetOf, presetStart } from './log-filter.ts'

const filterOf = (search: string) => parseLogFilter(new URLSearchParams(search))
const noon = new Date(2026, 2, 15, 12)

test('C-414 C-415 without a filter the window runs from 0 to an hour from now', () => {
  const { start_timestamp, end_timestamp } = ownQuery(filterOf(''), openEnd(1_772_366_400_999))
  expect([start_timestamp, end_timestamp]).toEqual([0, 1_772_370_000])
})

test('C-413 the own query knows neither user nor channel', () => {
  expect(Object.keys(ownQuery(filterOf('username=u&channel=5'), 9))).toEqual([
    'type',
    'token_name',
    'model_name',
    'start_timestamp',
    'end_timestamp',
  ])
})

test('the query of administrators carries both', () => {
  expect(adminQuery(filterOf('username=u&channel=5&end=7'), 9)).toMatchObject({ username: 'u', channel: 5, end_timestamp: 7 })
})

test.each(['channel=x', 'channel=-3', 'start=1.5', 'end=1e400', 'type=77'])('nonsense in the address (%s) narrows nothing', (search) => {
  expect(isNarrowed(filterOf(search))).toBe(false)
})

test('a filter survives its way through the address', () => {
  const draft = { ...emptyDraft, token_name: ' a&b ', channel: 5, start: 10 }
  const { page, ...params } = filterParams(draft)
  expect(page).toBe('')
  expect(filterOf(new URLSearchParams(params).toString())).toEqual({ ...draft, token_name: 'a&b', type: 0 })
})

test('the presets are whole days and recognised again', () => {
  expect(presetStart('today', noon)).toBe(new Date(2026, 2, 15).getTime() / 1000)
  expect(presetStart('week', noon)).toBe(new Date(2026, 2, 9).getTime() / 1000)
  expect(presetStart('month', noon)).toBe(new Date(2026, 1, 14).getTime() / 1000)
  expect(presetStart('all', noon)).toBe(0)
  for (const preset of ['today', 'week', 'month', 'all'] as const)
    expect(presetOf({ start: presetStart(preset, noon), end: 0 }, noon)).toBe(preset)
})

test('a window with an end of its own is no preset', () => {
  expect(presetOf({ start: 0, end: 5 }, noon)).toBeUndefined()
})

test.each(['type=2', 'token_name=a', 'model_name=a', 'username=a', 'channel=1', 'start=1', 'end=1'])('%s alone narrows', (search) => {
  expect(isNarrowed(filterOf(search))).toBe(true)
})

test('what is not narrowed leaves no trace in the address', () => {
  expect(filterParams(emptyDraft)).toEqual({ token_name: '', model_name: '', username: '', channel: '', start: '', end: '', page: '' })
  expect(filterParams({ ...emptyDraft, channel: 1 })['channel']).toBe('1')
})

test('administrators ask for all channels with an empty text', () => {
  expect([adminQuery(filterOf(''), 9).channel, adminQuery(filterOf('channel=1'), 9).channel]).toEqual(['', 1])
})
