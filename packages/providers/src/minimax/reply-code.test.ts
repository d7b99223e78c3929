import { expect, it } from 'bun:test'
import { chatCallOf } from '../kit/conformance/expectation.ts'
import { minimax } from './index.ts'

const refused = { base_resp: { status_code: 2013, status_msg: 'invalid params, messages is empty' } }
const bytes = new TextEncoder().encode(JSON.stringify(refused))

it('is explained in words of upstream, in a chat and in every task', () => {
  const wire = minimax.chat?.wire
  const chat = wire?.kind === 'same' ? wire.openNormalizer?.(chatCallOf(undefined, false)).normalize(refused) : undefined
  expect(chat?.['error']).toEqual({ message: 'invalid params, messages is empty', type: 'upstream_error', code: '2013' })
  for (const task of ['images/generations', 'audio/speech'] as const) {
    const call = { task, model: 'm', isStream: false, body: {}, form: undefined, rawBody: '' }
    const told = minimax.tasks?.[task]?.decode?.({ contentType: 'application/json', bytes }, call)
    expect(told).toEqual({ ok: false, failure: { fault: 'bad-request', message: 'invalid params, messages is empty' } })
  }
})
