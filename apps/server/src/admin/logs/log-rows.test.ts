import { describe, expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import type { DetailedLog } from '@weir/store/repositories/logs/logs'
import { channelsOf, toAdminLogObject, toLogEntry, toLogObject } from './log-trail.ts'

const names = new Map([
  [1, 'one'],
  [7, 'seven'],
])

const row = (detail: object | string, over: Partial<DetailedLog> = {}): DetailedLog => ({
  id: 9,
  user_id: 2,
  created_at: 1000,
  type: LogType.consume,
  content: '',
  username: 'ada',
  token_name: 't',
  model_name: 'm',
  quota: 5,
  prompt_tokens: 1,
  completion_tokens: 2,
  channel: 7,
  request_id: 'r',
  elapsed_time: 3,
  is_stream: false,
  system_prompt_reset: false,
  outcome: 'ok',
  attempts: null,
  cost: 4,
  group: 'vip',
  ...over,
  detail: typeof detail === 'string' ? detail : JSON.stringify(detail),
})

describe('a row of the log', () => {
  it('tells a user what concerns the request, and an administrator its channel, cost and group', () => {
    const told = {
      substituteFor: 'big',
      mappedFrom: 'small',
      cutBy: 'upstream',
      firstByteMs: 12,
      address: '203.0.113.7',
      attempts: [{}, {}],
    }
    const user = toLogObject(row(told), undefined)
    expect(user).toMatchObject({
      substitute_for: 'big',
      mapped_from: 'small',
      cut_by: 'upstream',
      first_byte_time: 12,
      address: '203.0.113.7',
      attempts: 2,
    })
    for (const name of ['channel_name', 'cost', 'group', 'detail']) expect(user).not.toHaveProperty(name)
    expect(toAdminLogObject(row(told), names)).toMatchObject({ channel_name: 'seven', cost: 4, group: 'vip', attempts: 2 })
    expect(toLogObject(row(told, { attempts: 3 }), undefined).attempts).toBe(3)
  })

  it.each(['', '{', '[]', '{"cutBy":"nobody","firstByteMs":-1,"address":"","substituteFor":1,"mappedFrom":1}', '{"firstByteMs":1.5}'])(
    'tells nothing of a detail that cannot be read: %s',
    (detail) => {
      const told = toLogObject(row(detail), undefined)
      for (const name of ['substitute_for', 'mapped_from', 'cut_by', 'first_byte_time', 'address']) expect(told).not.toHaveProperty(name)
      expect(told.attempts).toBe(0)
    },
  )

  it.each(['caller', 'upstream', 'too-slow', 'stopping'] as const)('may be cut by %s', (cutBy) => {
    expect(toLogObject(row({ cutBy }), undefined).cut_by).toBe(cutBy)
  })
})

describe('the way of a request', () => {
  const detail = {
    wire: 'messages',
    queueMs: 4,
    omitted: 2,
    dropped: ['a', 1, 'b'],
    text: { zh: '不行', en: 'no' },
    attempts: [
      { channel: 1, ms: 5, fault: 'bad-request', status: 400, said: 'what at 10.0.0.7', told: 'what at ***', wire: 'chat' },
      { ms: 6, fault: 'overloaded', status: 503, said: 'busy' },
      { channel: 99, said: 'fine' },
      'x',
    ],
  }

  it('is told to an administrator with channels and words, a name where the channel has one', () => {
    expect(toLogEntry(row(detail), names)).toMatchObject({
      trail: [
        { channel: 1, channel_name: 'one', fault: 'bad-request', time: 5, status: 400, said: 'what at 10.0.0.7', wire: 'chat' },
        { fault: 'overloaded', time: 6, status: 503, said: 'busy' },
        { channel: 99, fault: 'none', time: 0, said: 'fine' },
      ],
      dropped: ['a', 'b'],
      wire: 'messages',
      queue_time: 4,
      omitted: 2,
      refusal: { zh: '不行', en: 'no' },
      cost: 4,
      group: 'vip',
    })
    const [, second, third] = toLogEntry(row(detail), names).trail
    expect([second, third].map((attempt) => Object.hasOwn(attempt ?? {}, 'channel_name'))).toEqual([false, false])
  })

  it('is told to a user without channels, and in the words of upstream only where the mistake was the user’s', () => {
    const entry = toLogEntry(row(detail), undefined)
    expect(entry.trail).toEqual([
      { fault: 'bad-request', time: 5, status: 400, said: 'what at ***' },
      { fault: 'overloaded', time: 6 },
      { fault: 'none', time: 0 },
    ])
    for (const name of ['cost', 'group', 'channel_name']) expect(entry).not.toHaveProperty(name)
  })

  it('has neither times nor words where none were kept', () => {
    const entry = toLogEntry(row({ text: { zh: '不行' } }), undefined)
    expect(entry).toMatchObject({ trail: [], dropped: [], wire: '' })
    for (const name of ['queue_time', 'refusal', 'omitted']) expect(entry).not.toHaveProperty(name)
  })

  it('names its own channel and those of its attempts', () => {
    expect(channelsOf(row(detail))).toEqual([7, 1, 99])
  })
})
