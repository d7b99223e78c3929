import { describe, expect, it } from 'bun:test'
import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import type { ChatCapability } from '@weir/dialects/model/provider'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { responsesUpstream } from '@weir/dialects/openai-responses/upstream/native-wire'
import { openAttempt, type ScriptedReply } from '../testing/open-attempt.ts'
import { plainAnswerIds } from '../testing/plain-answer-ids.ts'
import { chatRequest } from './chat.ts'
import { wireRequest } from './wire.ts'

const question = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }
const origin = { userId: 5, answerIds: plainAnswerIds, modelLimits: () => undefined }

const chatKind = () => {
  const parsed = parseChatCall(JSON.stringify(question))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return chatRequest(parsed.call)
}

const messageKind = () => {
  const parsed = messagesWire.parseCall({ rawBody: JSON.stringify(question), headers: {} })
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return wireRequest(messagesWire, parsed.call, origin)
}

const encodeTo = (url: string) => () => ({ method: 'POST' as const, url, headers: {}, body: '{}' })
const usual: ChatCapability = { wire: { kind: 'same' }, encode: encodeTo('chat') }
const chat: ChatCapability = { wire: responsesUpstream(() => 'broken'), encode: encodeTo('responses'), otherwise: () => usual }

const whole = JSON.stringify({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] })

const ask = async (kind: ReturnType<typeof chatKind>, first: ScriptedReply, capability = chat) => {
  const { attempt, ports, requests } = openAttempt({ replies: [first, { body: whole }], provider: { chat: capability } })
  const result = await kind.attempt(attempt, ports)
  return { asked: requests.map(({ url }) => url), text: result.kind === 'whole' ? Buffer.from(result.body).toString() : result.kind }
}

const missing = (code: string | null): ScriptedReply => ({ status: 404, body: JSON.stringify({ error: { message: 'Invalid URL', code } }) })

describe.each([
  ['a chat', chatKind],
  ['a call on another wire', messageKind],
])('%s on a path that the server lacks', (_, kindOf) => {
  it('is asked on the usual one, and its answer read as that', async () => {
    const { asked, text } = await ask(kindOf(), missing(null))
    expect(asked).toEqual(['responses', 'chat'])
    expect(text).toContain('Hello')
  })

  it('says in which way it was asked in the end', async () => {
    const { attempt, ports } = openAttempt({ replies: [missing(null), { body: whole }], provider: { chat } })
    const result = await kindOf().attempt(attempt, ports)
    expect(result.kind === 'whole' && result.askedOf?.chat).toBe(usual)
    const first = openAttempt({ replies: [{ body: whole }], provider: { chat: usual } })
    expect(await kindOf().attempt(first.attempt, first.ports)).not.toHaveProperty('askedOf')
  })

  it('says so of the last way, where there was a third', async () => {
    const third: ChatCapability = { ...usual, encode: encodeTo('third') }
    const second: ChatCapability = { ...usual, instead: () => third }
    const refused = { status: 400, body: '{"error":{"message":"no stream_options"}}' }
    const replies = [missing(null), refused, { body: whole }]
    const { attempt, ports } = openAttempt({ replies, provider: { chat: { ...chat, otherwise: () => second, instead: () => undefined } } })
    const result = await kindOf().attempt(attempt, ports)
    expect(result.kind === 'whole' && result.askedOf?.chat).toBe(third)
  })

  it('has failed where the model is what is missing, or anything else is wrong', async () => {
    expect(await ask(kindOf(), missing('model_not_found'))).toEqual({ asked: ['responses'], text: 'failed' })
    expect(await ask(kindOf(), { status: 400, body: '{}' })).toEqual({ asked: ['responses'], text: 'failed' })
  })

  it('has failed where there is no other way', async () => {
    expect(await ask(kindOf(), missing(null), { ...chat, otherwise: () => undefined })).toEqual({ asked: ['responses'], text: 'failed' })
  })

  it.each([
    [400, 'Function tools with reasoning_effort are not supported for gpt-7 in /v1/chat/completions. Please use /v1/responses instead.'],
    [404, 'This model is only supported in v1/responses and not in v1/chat/completions.'],
  ])('is asked elsewhere where upstream says so with %i', async (status, message) => {
    const refused = { status, body: JSON.stringify({ error: { message, code: null } }) }
    const elsewhere: ChatCapability = { ...usual, instead: () => ({ ...usual, encode: encodeTo('responses') }) }
    expect((await ask(kindOf(), refused, elsewhere)).asked).toEqual(['chat', 'responses'])
    expect(await ask(kindOf(), refused, usual)).toEqual({ asked: ['chat'], text: 'failed' })
    expect(await ask(kindOf(), { ...refused, status: 500 }, elsewhere)).toEqual({ asked: ['chat'], text: 'failed' })
    expect(await ask(kindOf(), { status, body: '{"error":{"message":"v1/responses"}}' }, elsewhere)).toEqual({
      asked: ['chat'],
      text: 'failed',
    })
  })

  it('is asked once more without thoughts that upstream cannot read', async () => {
    const refused = { status: 400, body: JSON.stringify({ error: { message: 'no', code: 'invalid_encrypted_content' } }) }
    const told: string[] = []
    const sealed: ChatCapability = {
      ...usual,
      instead: (_call, _target, refusal) => {
        told.push(refusal)
        return { ...usual, encode: encodeTo('without') }
      },
    }
    expect((await ask(kindOf(), refused, sealed)).asked).toEqual(['chat', 'without'])
    expect(told).toEqual(['unreadable-thoughts'])
  })
})
