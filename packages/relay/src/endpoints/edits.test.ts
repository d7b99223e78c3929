import { describe, expect, it } from 'bun:test'
import { authenticate } from '../stages/authenticate.ts'
import { chatReply, openHarness } from '../testing/harness.ts'
import type { Script } from '../testing/scripted-upstream.ts'
import { relayEdit } from './edits.ts'

const edit = async (reply: Script) => {
  const { ports, inputOf, events } = openHarness({ replies: [reply] })
  const rawBody = JSON.stringify({ model: 'm', instruction: 'Fix it', input: 'helo' })
  const caller = await authenticate('Bearer sk-KEY', '192.0.2.1', ports)
  const { status, body } = await relayEdit({ ...inputOf(), rawBody }, caller, ports)
  return { status, json: await new Response(body).json(), last: events.at(-1) }
}

describe('an edit', () => {
  it('is answered as an edit and charged as the chat that it is', async () => {
    const { status, json, last } = await edit(chatReply({ prompt_tokens: 3, completion_tokens: 2 }))
    expect([status, json]).toMatchObject([200, { object: 'edit', choices: [{ text: 'hello', index: 0 }] }])
    expect(last).toBe('settle:7')
  })

  it('that upstream refuses is refused as a chat is, and costs nothing', async () => {
    const { status, json, last } = await edit({ status: 400, body: { error: { message: 'no', type: 'invalid_request_error', code: 'x' } } })
    expect([status, Object.keys(Object(json)), last]).toEqual([400, ['error'], 'release'])
  })
})
