import { claudeErrorOf, faultOfClaudeError } from '@weir/dialects/anthropic-messages/errors'
import { parseJson, textAt } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { HeaderLookup } from '@weir/dialects/model/provider'
import { wordTable } from '@weir/dialects/word-table'
import { faultOfStatus } from '../kit/openai-wire.ts'

const BY_TYPE = wordTable<UpstreamFault>({
  unrecognizedclientexception: 'bad-credential',
  invalidsignatureexception: 'bad-credential',
  incompletesignatureexception: 'bad-credential',
  missingauthenticationtokenexception: 'bad-credential',
  invalidclienttokenid: 'bad-credential',
  expiredtokenexception: 'bad-credential',
  expiredtoken: 'bad-credential',
  accessdeniedexception: 'forbidden',
  validationexception: 'bad-request',
  throttlingexception: 'rate-limited',
  toomanyrequestsexception: 'rate-limited',
  servicequotaexceededexception: 'rate-limited',
  modelnotreadyexception: 'overloaded',
  resourcenotfoundexception: 'not-found',
  modelerrorexception: 'broken',
  modelstreamerrorexception: 'broken',
  modeltimeoutexception: 'too-slow',
  internalserverexception: 'broken',
  serviceunavailableexception: 'overloaded',
})

/** Where the type says too little. Each is matched from its first word, where nothing a caller wrote can stand. */
const BY_SENTENCE: readonly (readonly [RegExp, UpstreamFault])[] = [
  // Our clock is wrong, not the key.
  [/^Signature (expired|not yet current)/, 'broken'],
  [/^The security token included in the request is (invalid|expired)/, 'bad-credential'],
  [/^Authentication failed: Please make sure your API Key is valid/, 'bad-credential'],
  [/^Operation not allowed\.?$/, 'bad-credential'],
  [/^Your account is not authorized to invoke this API operation/, 'bad-credential'],
  // The operator's id needs a profile; another channel may have one.
  [/^Invocation of model ID \S+ with on-demand throughput isn/, 'not-found'],
]

/** The type is followed by an address after a colon, or preceded by a namespace before a hash. */
const plainType = (type: string): string => (type.split(':')[0]?.split('#').at(-1) ?? '').toLowerCase()

export const faultOfAwsError = (type: string, message: string): UpstreamFault | undefined =>
  BY_SENTENCE.find(([pattern]) => pattern.test(message))?.[1] ?? BY_TYPE[plainType(type)]

export const classifyAwsError = (status: number, body: string, header?: HeaderLookup): UpstreamFault => {
  const json = parseJson(body)
  const type = header?.('x-amzn-errortype') ?? textAt(json, '__type') ?? ''
  return (
    faultOfAwsError(type, textAt(json, 'message') ?? textAt(json, 'Message') ?? '') ??
    faultOfClaudeError(claudeErrorOf(body)) ??
    faultOfStatus(status)
  )
}
