import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { mappedModel } from '@weir/dialects/model/upstream'
import { renderChatCall } from '@weir/dialects/openai-chat/render-call'
import type { ChatCapability } from './define.ts'

/** Chat over OpenAI's own wire: the caller's body goes on as it is, with the channel's key. */
export const openaiChat =
  () =>
  (defaultBaseUrl: string): ChatCapability => ({
    encode: (call, target) => ({
      method: 'POST',
      url: `${target.baseUrl || defaultBaseUrl}/v1/chat/completions`,
      headers: {
        authorization: `Bearer ${target.key}`,
        'content-type': 'application/json',
        accept: call.isStream ? 'text/event-stream' : 'application/json',
      },
      body: renderChatCall(call, { model: mappedModel(call.model, target.modelMapping), systemPrompt: target.systemPrompt }),
    }),
  })

const CREDENTIAL_CODES = new Set(['invalid_api_key', 'account_deactivated', 'invalid_organization', 'authentication_error'])
const CREDIT_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'])

const faultOfStatus = (status: number): UpstreamFault => {
  if (status === 401 || status === 403) return 'bad-credential'
  if (status === 402) return 'out-of-credit'
  if (status === 404) return 'not-found'
  if (status === 408 || status === 504) return 'too-slow'
  if (status === 429) return 'rate-limited'
  if (status === 503 || status === 529) return 'overloaded'
  return status >= 400 && status < 500 ? 'bad-request' : 'broken'
}

/** Reads the error's code and type, never its message: a message may repeat what the caller wrote. */
export const classifyOpenaiError = (status: number, body: string): UpstreamFault => {
  const error = objectAt(parseJson(body), 'error')
  for (const name of [textAt(error, 'code'), textAt(error, 'type')]) {
    if (name === undefined) continue
    if (CREDENTIAL_CODES.has(name)) return 'bad-credential'
    if (CREDIT_CODES.has(name)) return 'out-of-credit'
  }
  return faultOfStatus(status)
}
