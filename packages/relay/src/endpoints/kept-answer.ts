import { isObject, parseJson } from '@weir/dialects/json'
import type { KeptAnswers } from '@weir/dialects/model/caller-wire'
import type { KeptRequest } from '@weir/dialects/model/provider'
import type { Price } from '@weir/ledger/price'
import { toQuota } from '@weir/ledger/quota'
import { answerNotFound, renameAnswers } from '../attempts/answer-names.ts'
import { ownWireOf } from '../own-wire.ts'
import type { KeptAnswer } from '../answer-ids.ts'
import type { Channel, Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { relayRequest } from '../relay.ts'
import type { RelayReply } from '../reply.ts'
import type { Attempt, Caller, RequestKind, WholeReply } from '../stage-types.ts'
import { patienceWithBody } from '../upstream/patience.ts'
import { readBody } from '../upstream/read-body.ts'
import { callUpstream } from '../upstream/upstream-call.ts'
import type { KeptAnswerInput } from './inputs.ts'
import { storedAnswerReply } from './stored-answer.ts'

/** Only what upstream documents goes on: the key of the channel must not ask for anything else. */
const PARAMETERS: Readonly<Record<KeptRequest['step'], readonly string[]>> = {
  '': ['include', 'include[]', 'include_obfuscation'],
  '/cancel': [],
  '/input_items': ['after', 'before', 'include', 'include[]', 'limit', 'order'],
}

const NO_STREAM = { zh: '不支持以 stream 方式读取已保存的响应', en: 'A stored response cannot be read as a stream' }

const queryFor = ({ query, step }: KeptAnswerInput): string => {
  if ((query.get('stream') ?? 'false') !== 'false') throw new RelayRefusal('invalid-request', { problem: NO_STREAM, param: 'stream' })
  return new URLSearchParams([...query].filter(([name]) => PARAMETERS[step].includes(name))).toString()
}

/** Reading and deleting costs nothing at the providers either. */
const FREE: Price = {
  ratios: { model: 0, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 },
  version: 'free',
  isListed: true,
}

const NOTHING = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' as const }
const decoder = new TextDecoder()

interface Asking {
  readonly input: KeptAnswerInput
  readonly kept: KeptAnswers
  readonly answer: KeptAnswer
  readonly query: string
  readonly nameOf: (upstreamId: string) => string
}

const keptRequest = ({ input, kept, answer, query, nameOf }: Asking): RequestKind => ({
  model: answer.model,
  isStream: false,
  estimate: { promptTokens: 0, maxOutputTokens: 0, choices: 1 },
  asked: { rawBody: '', body: {}, maxOutputTokens: 0 },
  isSupportedBy: () => true,
  keeper: { channelId: answer.channelId, keyId: answer.keyId, refusal: () => answerNotFound(input.id) },
  dropped: () => [],
  attempt: async (attempt: Attempt, ports) => {
    const served = ownWireOf(attempt.provider, attempt.channel, { wire: input.wire.id, model: answer.model })?.keptAnswer
    if (served === undefined) throw answerNotFound(input.id)
    const asked = { method: input.method, id: answer.upstreamId, step: input.step, query }
    const result = await callUpstream({ encode: served.bind(undefined, asked), follow: undefined, isStream: false }, attempt, ports)
    if (!result.ok) {
      if (result.failure.status === 404) throw answerNotFound(input.id)
      return { ...result.failure, body: result.failure.body.replaceAll(answer.upstreamId, input.id) }
    }
    const bytes = await readBody(result.reply, ports.settings().maxReplyBytes, patienceWithBody(attempt.link, ports))
    const text = decoder.decode(bytes)
    attempt.link.finish()
    const json = parseJson(text)
    const rename = renameAnswers({ kept, known: new Map([[answer.upstreamId, input.id]]), nameOf })
    return {
      kind: 'whole',
      status: result.reply.status,
      headers: result.reply.headers,
      contentType: 'application/json; charset=utf-8',
      body: isObject(json) ? rename(text, json) : text,
      produced: { usage: NOTHING, estimate: () => Promise.resolve(NOTHING) },
    } satisfies WholeReply
  },
})

/** The channel that keeps the answer, as long as the caller's group may use it. */
const keeperOf = async (answer: KeptAnswer, { group, pinnedChannelId }: Caller, ports: Ports): Promise<Channel | undefined> => {
  if ((pinnedChannelId ?? answer.channelId) !== answer.channelId) return undefined
  const channel = (await ports.pool.snapshot()).byId(answer.channelId)
  return channel?.groups.includes(group) === true ? channel : undefined
}

/** Reads, deletes or cancels an answer that upstream keeps. Free of charge, and written to the log like any other request. */
export const relayKeptAnswer = async (input: KeptAnswerInput, caller: Caller, ports: Ports): Promise<RelayReply> => {
  const startedAt = ports.clock()
  const { keptAnswers: kept } = input.wire
  const query = queryFor(input)
  const answer = ports.answerIds.open(input.id, caller.userId)
  if (answer === undefined) return await storedAnswerReply(input, caller, ports)
  const channel = await keeperOf(answer, caller, ports)
  if (kept === undefined || channel === undefined) throw answerNotFound(input.id)
  const nameOf = (upstreamId: string) => ports.answerIds.seal({ ...answer, upstreamId }, caller.userId)
  return await relayRequest(
    keptRequest({ input, kept, answer, query, nameOf }),
    { ...caller, pinnedChannelId: channel.id },
    {
      input,
      ports: {
        ...ports,
        priceOf: () => FREE,
        settings: () => ({ ...ports.settings(), preConsumedQuota: toQuota(0) }),
        // Looking an answer up says nothing of how long the model takes to give one.
        firstBytes: { ...ports.firstBytes, record: () => undefined },
      },
      startedAt,
    },
  )
}
