import { Refusal, notFound } from '@weir/contract/errors'
import { arrayAt, parseJson, textAt } from '@weir/dialects/json'
import type { EncodeContext, UpstreamRequest } from '@weir/dialects/model/upstream'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import type { Channel, Ports } from '@weir/relay/ports'
import { readBody } from '@weir/relay/upstream/read-body'
import type { Channels } from '@weir/store/repositories/channels'
import { missingKey, resolveTarget } from './resolved-target.ts'

const TIMEOUT_MS = 15_000
const MAX_REPLY_BYTES = 4 * 1024 * 1024

export interface FetchModels {
  /** Of a channel that is stored, with its own key. */
  ofChannel(id: number): Promise<readonly string[]>
  of(access: { readonly type: number; readonly baseUrl: string; readonly key: string }): Promise<readonly string[]>
}

interface Dependencies {
  readonly channels: Pick<Channels, 'target'>
  readonly ports: Pick<Ports, 'send' | 'access' | 'clock' | 'nonce' | 'startTimer' | 'providerFor' | 'shutdown' | 'resolveKey'>
}

/** Where the wires of OpenAI and Anthropic keep their chats; the list of models lies beside them. */
const CHAT_PATH = /\/(?:chat\/completions|messages)(?=$|\?)/

const failed = (reason: string): Refusal => new Refusal('models-failed', { reason })

const anyCall = () => {
  const parsed = parseChatCall('{"model":"model","messages":[{"role":"user","content":"hi"}]}')
  if (!parsed.ok) throw new Error('the chat that leads to the list of models is not valid')
  return parsed.call
}

/** The request of a chat says where the provider is and how it is greeted: the list is asked for with the same. */
const listRequest = ({ url, headers }: UpstreamRequest): UpstreamRequest => {
  if (!CHAT_PATH.test(url)) throw new Refusal('models-unsupported')
  const { 'content-type': _type, ...rest } = headers
  return { method: 'GET', url: url.replace(CHAT_PATH, '/models'), headers: rest, body: '' }
}

const namesIn = (body: string): readonly string[] => {
  const names = arrayAt(parseJson(body), 'data').map((model) => textAt(model, 'id') ?? '')
  return [...new Set(names.filter((name) => name !== ''))].toSorted()
}

export const createFetchModels = ({ channels, ports }: Dependencies): FetchModels => {
  const ask = async (target: Channel, signal: AbortSignal): Promise<readonly string[]> => {
    const provider = ports.providerFor(target.type)
    if (provider?.chat === undefined) throw new Refusal('models-unsupported')
    const grant = await ports.access.tokenFor(provider, target, signal)
    if ('failure' in grant) throw failed(grant.failure.fault)
    const context: EncodeContext = { now: ports.clock(), nonce: ports.nonce, accessToken: grant.token }
    const reply = await ports.send(listRequest(provider.chat.encode(anyCall(), target, context)), signal)
    const body = new TextDecoder().decode(await readBody(reply, MAX_REPLY_BYTES))
    // The body of a refusal may repeat the key.
    if (reply.status !== 200) throw failed(`HTTP ${reply.status}`)
    const names = namesIn(body)
    if (names.length === 0) throw failed('no models')
    return names
  }

  const withinTime = async (target: Channel): Promise<readonly string[]> => {
    const controller = new AbortController()
    const cancel = ports.startTimer(TIMEOUT_MS, () => controller.abort())
    const forgetCut = ports.shutdown.onCut(() => controller.abort())
    try {
      return await ask(target, controller.signal)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (error instanceof UnsupportedInput) throw new Refusal('models-unsupported')
      throw failed(controller.signal.aborted ? 'too-slow' : 'unreachable')
    } finally {
      cancel()
      forgetCut()
    }
  }

  return {
    async ofChannel(id) {
      const read = await resolveTarget(channels, { id }, ports.resolveKey)
      if (read === undefined) throw notFound('channel', id)
      if (read.key === undefined) throw missingKey(read)
      return await withinTime({ ...read.channel, key: read.key })
    },
    of: ({ type, baseUrl, key }) => {
      const texts = { name: '', key, baseUrl, other: '', systemPrompt: '' }
      return withinTime({ ...texts, id: 0, type, config: {}, models: [], groups: [], priority: 0, weight: 0, modelMapping: {} })
    },
  }
}
