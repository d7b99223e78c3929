import { arrayAt, objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { chatRequest } from '../attempts/chat.ts'
import { failedAttempt, type FailedAttempt, type RelayInput, type WholeReply } from '../stage-types.ts'
import type { Channel, Ports } from '../ports.ts'
import { reasonOf } from '../reply.ts'
import { exchange } from '../stages/exchange.ts'

export interface ChannelTest {
  readonly channel: Channel
  readonly model: string
  readonly prompt: string
  readonly input: Pick<RelayInput, 'requestId' | 'language' | 'signal'>
}

export type ChannelTestResult =
  | { readonly ok: true; readonly text: string; readonly ms: number }
  /** The reason is in upstream's own words where it gave any: not for callers, and it may repeat the key. */
  | { readonly ok: false; readonly fault: UpstreamFault; readonly reason: string; readonly ms: number }

const decoder = new TextDecoder()

/** The text of the first choice; undefined when the answer has none. */
const textOf = ({ body }: WholeReply): string | undefined => {
  const [choice] = arrayAt(parseJson(typeof body === 'string' ? body : decoder.decode(body)), 'choices')
  return textAt(objectAt(choice, 'message'), 'content')
}

/** A test says nothing to the breaker or the listeners of health; its caller draws the conclusion. */
const asideFrom = (ports: Ports): Ports => ({
  ...ports,
  reportHealth: () => undefined,
  circuits: { isOpen: () => false, record: () => undefined, distrust: () => undefined },
})

/** One short chat with exactly one channel, over the same code that callers' requests take: without a caller, a hold or a charge. */
export const testChannelOnce = async (test: ChannelTest, ports: Ports): Promise<ChannelTestResult> => {
  const { channel, model, prompt, input } = test
  const startedAt = ports.clock()
  const parsed = parseChatCall(JSON.stringify({ model, messages: [{ role: 'user', content: prompt }] }))
  if (!parsed.ok) throw new Error('the chat of a channel test is not valid')
  const provider = ports.providerFor(channel.type)
  const failed = (failure: FailedAttempt): ChannelTestResult => ({
    ok: false,
    fault: failure.fault,
    reason: reasonOf(failure, { language: input.language, model }),
    ms: Math.max(0, Math.round(ports.clock() - startedAt)),
  })
  if (provider?.chat === undefined) return failed(failedAttempt('not-found'))
  const aside = asideFrom(ports)
  const context = { input, ports: aside, prices: new Map() }
  const { result } = await exchange(chatRequest(parsed.call), { candidates: [channel], isPinned: true }, context)
  if (result.kind === 'failed') return failed(result)
  const text = result.kind === 'whole' ? textOf(result) : undefined
  if (text === undefined) return failed(failedAttempt('broken'))
  return { ok: true, text, ms: Math.max(0, Math.round(ports.clock() - startedAt)) }
}
