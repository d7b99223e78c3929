import { expect, it } from 'bun:test'
import { parseJson } from '@weir/dialects/json'
import { RelayRefusal } from '../refusal.ts'
import { ToldErrors } from './told-errors.ts'

const open = (language: 'zh' | 'en' = 'en') => {
  const state = { buffered: Number.MAX_SAFE_INTEGER }
  const sent: string[] = []
  const nothing = () => undefined
  const caller = {
    send: (text: string) => void sent.push(text),
    bufferedBytes: () => state.buffered,
    pause: nothing,
    resume: nothing,
    ping: nothing,
    close: nothing,
  }
  return { state, sent, errors: new ToldErrors({ caller, requestId: 'r', language }) }
}

const refusal = new RelayRefusal('invalid-request', { problem: { zh: '不对', en: 'wrong' } })

it('numbers what it tells, and names the event that was wrong', () => {
  const { errors, sent } = open()
  errors.tell(refusal, 'mine')
  errors.tell(refusal)
  expect(sent.map((text) => parseJson(text))).toMatchObject([
    { event_id: 'event_r_1', error: { event_id: 'mine', message: 'wrong (request id: r)' } },
    { event_id: 'event_r_2', error: { event_id: null } },
  ])
})

it('lets 262 144 characters wait, and not one more', () => {
  for (const [buffered, areUnread] of [
    [262_144, false],
    [262_145, true],
  ] as const) {
    const { errors, state } = open()
    state.buffered = buffered
    for (let count = 0; count < 3000; count++) errors.tell(refusal)
    expect(errors.areUnread()).toBe(areUnread)
  }
})

it('counts what it told and nothing else that waits', () => {
  const { errors, sent } = open()
  for (;;) {
    const before = sent.reduce((sum, text) => sum + text.length, 0)
    expect(errors.areUnread()).toBe(before > 262_144)
    if (before > 262_144) break
    errors.tell(refusal)
  }
  expect(sent.length).toBeGreaterThan(500)
})

it('forgets what was taken, and begins anew', () => {
  const { errors, state } = open()
  while (!errors.areUnread()) errors.tell(refusal)
  state.buffered = 262_144
  expect(errors.areUnread()).toBe(false)
  state.buffered = Number.MAX_SAFE_INTEGER
  errors.tell(refusal)
  expect(errors.areUnread()).toBe(true)
  state.buffered = 0
  expect(errors.areUnread()).toBe(false)
  errors.tell(refusal)
  state.buffered = Number.MAX_SAFE_INTEGER
  expect(errors.areUnread()).toBe(false)
})
