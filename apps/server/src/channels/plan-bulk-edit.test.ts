import { describe, expect, it } from 'bun:test'
import { channelObject } from '@weir/contract/channel'
import { bulkEdit } from '@weir/contract/channels/channel-bulk'
import { planBulkEdit } from './plan-bulk-edit.ts'

const channel = (over: object = {}) =>
  channelObject.parse({
    id: 1,
    type: 1,
    status: 3,
    name: 'one',
    weight: 0,
    created_time: 0,
    test_time: 0,
    response_time: 0,
    base_url: '',
    other: '',
    balance: 0,
    balance_updated_time: 0,
    models: 'a, b,a',
    group: 'default',
    tag: '',
    used_quota: 0,
    model_mapping: '',
    priority: 5,
    config: '',
    system_prompt: '',
    header_override: '',
    param_override: '',
    setting: '',
    last_test: null,
    cost: '',
    ...over,
  })
const plan = (edit: object, over: object = {}) => planBulkEdit(channel(over), bulkEdit.parse(edit))

describe('a change of many says of one channel', () => {
  it('what it was and what it becomes, and nothing of what was not asked for', () => {
    expect(plan({ status: 1, priority: 5, remove_models: 'a', add_models: 'c,b', add_tags: ' eu ,eu' })).toEqual({
      kind: 'changed',
      before: { status: 3, models: 'a, b,a', tag: '' },
      after: { status: 1, models: 'b,c', tag: 'eu' },
    })
    expect(plan({ weight: 7, add_groups: 'vip', remove_groups: 'default' })).toEqual({
      kind: 'changed',
      before: { weight: 0, group: 'default' },
      after: { weight: 7, group: 'vip' },
    })
  })

  it('that it is so already', () => {
    expect(plan({})).toEqual({ kind: 'same' })
    expect(plan({ priority: 5, remove_tags: 'eu', remove_models: 'c' }, { models: 'a,b' })).toEqual({ kind: 'same' })
  })

  it('that it would be left without what it needs', () => {
    expect(plan({ remove_models: 'b,a', priority: 1 })).toEqual({ kind: 'blocked', reason: 'no-models' })
    expect(plan({ remove_groups: 'default' })).toEqual({ kind: 'blocked', reason: 'no-groups' })
    expect(plan({ add_tags: 'y' }, { tag: 'x'.repeat(499) })).toEqual({ kind: 'blocked', reason: 'too-long' })
  })

  it('that a name of another case is another name', () => {
    expect(plan({ remove_models: 'A' }, { models: 'a' })).toEqual({ kind: 'same' })
  })
})
