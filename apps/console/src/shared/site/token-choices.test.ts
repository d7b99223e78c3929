import { expect, test } from 'bun:test'
import type { TokenObject } from '@weir/contract/token'
import { choicesFor } from './token-choices.ts'

const token = (id: number, name: string, models = ''): TokenObject => ({
  id,
  name,
  models,
  user_id: 1,
  key: 'k',
  status: 1,
  created_time: 0,
  accessed_time: 0,
  expired_time: -1,
  remain_quota: 0,
  unlimited_quota: true,
  limit_read: '0 unlimited 0',
  used_quota: 0,
  subnet: '',
  group: '',
})

const tokens = [token(3, 'newest'), token(2, 'older', 'o3,gpt-4o'), token(1, 'oldest')]
const served = ['a-dead-one', 'gpt-4o', 'o3']

test('begins with what worked last', () => {
  const found = choicesFor({ tokens, served, last: { model_name: 'o3', token_name: 'older' } }, undefined)
  expect([found.token?.id, found.models, found.firstModel]).toEqual([2, ['o3', 'gpt-4o'], 'o3'])
})

test('a choice comes before what worked last, and its limits hold', () => {
  const found = choicesFor({ tokens, served, last: { model_name: 'a-dead-one', token_name: 'oldest' } }, 2)
  expect([found.token?.id, found.firstModel]).toEqual([2, 'o3'])
})

test('without a past it is the newest token and the well-known model, or the first', () => {
  expect(choicesFor({ tokens, served: ['b', 'gpt-4o-mini'], last: null }, undefined)).toMatchObject({ firstModel: 'gpt-4o-mini' })
  expect(choicesFor({ tokens, served: ['b', 'c'], last: { model_name: 'gone', token_name: 'gone' } }, undefined)).toMatchObject({
    firstModel: 'b',
  })
})
