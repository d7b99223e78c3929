import { join } from 'node:path'
import { isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { Provider } from '@weir/dialects/model/provider'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import { providers } from '@weir/providers/index'
import { contextOf, targetOf } from '@weir/providers/kit/conformance/expectation'
import { readFixtures } from '@weir/providers/kit/conformance/fixture'
import { bodyText, encodeScript } from '@weir/providers/kit/conformance/script-checks'
import { samples } from './samples.ts'

/** One request as a provider sends it. */
export interface SentRequest {
  /** The provider's id and the case, as in `cohere/tools`. */
  readonly name: string
  readonly provider: string
  /** Without host and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Undefined where the body is a form. */
  readonly body: JsonObject | undefined
}

/** The vendors that publish a client with types, and who speaks their wires through the same code. */
const VENDORS = ['anthropic', 'gemini', 'aws', 'vertex', 'cohere', 'mistral', 'ollama', 'openai', 'azure'] as const

const PROVIDERS = join(import.meta.dirname, '../../packages/providers/src')

export const providerOf = (id: string): Provider => {
  const found = [...providers.values()].find((provider) => provider.id === id)
  if (found === undefined) throw new Error(`there is no provider ${id}`)
  return found
}

const sent = (provider: string, name: string, { url, headers, body }: UpstreamRequest): SentRequest => {
  const json = parseJson(bodyText(body))
  return { name: `${provider}/${name}`, provider, path: new URL(url).pathname, headers, body: isObject(json) ? json : undefined }
}

const ofFixtures = (id: string): readonly SentRequest[] =>
  readFixtures(join(PROVIDERS, id, 'fixtures')).flatMap((fixture) =>
    fixture.kind === 'request' && fixture.script['refused'] === undefined
      ? [sent(id, fixture.name, encodeScript(providerOf(id), fixture.script).request)]
      : [],
  )

/** A call to /v1/responses goes as it is where upstream serves it, and as a chat everywhere else. */
const encodeResponse = (provider: Provider, script: JsonObject): UpstreamRequest => {
  const [target, context] = [targetOf(script), contextOf(script)]
  const parsed = responsesWire.parseCall({ rawBody: JSON.stringify(objectAt(script, 'call')), headers: {} })
  if (!parsed.ok) throw new Error(`the sample's call is wrong: ${parsed.problem.en}`)
  const own = provider.wires?.responses
  if (own !== undefined && own.isServed?.(target, parsed.call.model) !== false) return own.encode(parsed.call, target, context)
  if (parsed.call.chat instanceof UnsupportedInput) throw parsed.call.chat
  const request = provider.chat?.encode(parsed.call.chat, target, context)
  if (request === undefined) throw new Error(`${provider.id} has no chat`)
  return request
}

const ofSamples = (id: string): readonly SentRequest[] =>
  (samples[id] ?? []).map(({ name, script }) => {
    const provider = providerOf(id)
    const isResponse = textAt(script, 'wire') === 'responses'
    return sent(id, name, isResponse ? encodeResponse(provider, script) : encodeScript(provider, script).request)
  })

/** Everything the vendors get for the conformance calls and the samples, encoded by the providers as they are now. */
export const sentRequests = (): readonly SentRequest[] => VENDORS.flatMap((id) => [...ofFixtures(id), ...ofSamples(id)])
