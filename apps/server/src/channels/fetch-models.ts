import { Refusal, notFound } from '@weir/contract/errors'
import { arrayAt, parseJson, textAt } from '@weir/dialects/json'
import type { EncodeContext, UpstreamRequest } from '@weir/dialects/model/upstream'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import type { Channel, Ports } from '@weir/relay/ports'
import { requestOn } from '@weir/relay/upstream/channel-request'
import { readBody } from '@weir/relay/upstream/read-body'
import type { Channels } from '@weir/store/repositories/channels'
import { draftTarget, type ChannelDraft } from './draft-target.ts'
import { missingKey, resolveTarget, type ResolvedTarget } from './resolved-target.ts'

const TIMEOUT_MS = 15_000
const MAX_REPLY_BYTES = 4 * 1024 * 1024

export interface FetchModels {
  /** Of a channel that is stored, with its own key. */
  ofChannel(id: number): Promise<readonly string[]>
  /** Of a channel that is being written. */
  of(draft: ChannelDraft): Promise<readonly string[]>
}

interface Dependencies {
  readonly channels: Pick<Channels, 'target' | 'secretsOf'>
  readonly ports: Pick<Ports, 'send' | 'access' | 'clock' | 'nonce' | 'startTimer' | 'providerFor' | 'shutdown' | 'resolveKey'>
}

interface ModelList {
  /** Where the chats of a wire are; the list of its models lies beside them. */
  readonly chats: RegExp
  readonly path: string
  /** Lists that come in pages are asked for the largest one. */
  readonly query?: string
  readonly names: (body: unknown) => readonly (string | undefined)[]
}

/** Baichuan names its models otherwise than all others. */
const idsIn = (body: unknown) => arrayAt(body, 'data').map((model) => textAt(model, 'id') ?? textAt(model, 'model'))
const namesIn = (body: unknown) => arrayAt(body, 'models').map((model) => textAt(model, 'name'))

const LISTS: readonly ModelList[] = [
  { chats: /\/chat\/completions(?=$|\?)/, path: '/models', names: idsIn },
  { chats: /\/messages(?=$|\?)/, path: '/models', query: 'limit=1000', names: idsIn },
  {
    chats: /(?<=\/v1(?:beta)?)\/models\/[^/?]+:generateContent(?=$|\?)/,
    path: '/models',
    query: 'pageSize=1000',
    names: (body) => namesIn(body).map((name) => name?.replace(/^models\//, '')),
  },
  { chats: /\/api\/chat$/, path: '/api/tags', names: namesIn },
  { chats: /\/v2\/chat$/, path: '/v1/models', query: 'page_size=1000', names: namesIn },
]

const failed = (reason: string): Refusal => new Refusal('models-failed', { reason })

const anyCall = () => {
  const parsed = parseChatCall('{"model":"model","messages":[{"role":"user","content":"hi"}]}')
  if (!parsed.ok) throw new Error('the chat that leads to the list of models is not valid')
  return parsed.call
}

const listBeside = (url: string): ModelList => {
  const list = LISTS.find(({ chats }) => chats.test(url))
  if (list === undefined) throw new Refusal('models-unsupported')
  return list
}

/** The request of a chat says where the provider is and how it is greeted: the list is asked for with the same. */
const listRequest = ({ url, headers }: UpstreamRequest, { chats, path, query }: ModelList): UpstreamRequest => {
  const { 'content-type': _type, ...rest } = headers
  const address = url.replace(chats, path)
  const ending = query === undefined ? '' : `${address.includes('?') ? '&' : '?'}${query}`
  return { method: 'GET', url: `${address}${ending}`, headers: rest, body: '' }
}

const sorted = (names: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(names.flatMap((name) => (name === undefined || name === '' ? [] : [name])))].toSorted()

export const createFetchModels = ({ channels, ports }: Dependencies): FetchModels => {
  const ask = async (target: Channel, signal: AbortSignal): Promise<readonly string[]> => {
    const provider = ports.providerFor(target.type)
    if (provider?.chat === undefined) throw new Refusal('models-unsupported')
    const grant = await ports.access.tokenFor(provider, target, signal)
    if ('failure' in grant) throw failed(grant.failure.fault)
    const context: EncodeContext = { now: ports.clock(), nonce: ports.nonce, accessToken: grant.token }
    const chat = provider.chat.encode(anyCall(), target, context)
    const list = listBeside(chat.url)
    const reply = await ports.send(requestOn(target, listRequest(chat, list)), signal)
    const body = new TextDecoder().decode(await readBody(reply, MAX_REPLY_BYTES))
    // The body of a refusal may repeat the key.
    if (reply.status !== 200) throw failed(`HTTP ${reply.status}`)
    const names = sorted(list.names(parseJson(body)))
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

  const ofTarget = async (read: ResolvedTarget): Promise<readonly string[]> => {
    if (read.key === undefined) throw missingKey(read)
    return await withinTime({ ...read.channel, key: read.key })
  }

  return {
    async ofChannel(id) {
      const read = await resolveTarget(channels, { id }, ports.resolveKey)
      if (read === undefined) throw notFound('channel', id)
      return await ofTarget(read)
    },
    of: async (draft) => await ofTarget(await draftTarget(channels, draft, ports.resolveKey)),
  }
}
