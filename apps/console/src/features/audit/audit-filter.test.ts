import { expect, test } from 'bun:test'
import { emptyFilter, filterParams, groupActions, isNarrowed, parseAuditFilter, queryOf } from './audit-filter.ts'

test('the filter stands in the address and comes back from it', () => {
  const filter = { actor_name: 'ann', action: 'channel.', object: 'channel 7', start: 5, end: 9 }
  const params = filterParams({ ...filter, actor_name: ' ann ' })
  expect(params).toEqual({ actor_name: 'ann', action: 'channel.', object: 'channel 7', start: '5', end: '9', page: '' })
  expect(parseAuditFilter(new URLSearchParams(params))).toEqual(filter)
  expect(filterParams(emptyFilter)).toEqual({ actor_name: '', action: '', object: '', start: '', end: '', page: '' })
})

test('what is no time in the address narrows nothing', () => {
  const filter = parseAuditFilter(new URLSearchParams('start=-1&end=x'))
  expect([filter, isNarrowed(filter)]).toEqual([emptyFilter, false])
  expect(isNarrowed({ ...emptyFilter, object: 'user 1' })).toBe(true)
})

test('the call names times as the server does', () => {
  expect(queryOf({ ...emptyFilter, action: 'a', start: 1, end: 2 })).toEqual({
    actor_name: '',
    action: 'a',
    object: '',
    start_timestamp: 1,
    end_timestamp: 2,
  })
})

test('actions are grouped by what stands before the dot', () => {
  expect(groupActions(['channel.edit', 'channel.test', 'import', 'user.edit'])).toEqual([
    { area: 'channel.', actions: ['channel.edit', 'channel.test'] },
    { area: '', actions: ['import'] },
    { area: 'user.', actions: ['user.edit'] },
  ])
})
