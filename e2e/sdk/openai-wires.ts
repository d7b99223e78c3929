import { createChannel } from '@weir/contract/channel'
import { createToken } from '@weir/contract/token'
import { AZURE_VERSION, openAzure } from '../fake-upstream/openai/azure.ts'
import type { NativeFake } from '../fake-upstream/native-server.ts'
import { openPalm } from '../fake-upstream/wires/palm.ts'
import { openResponses } from '../fake-upstream/openai/responses.ts'
import { ApiClient } from '../harness/api-client.ts'
import { Weir } from '../harness/weir.ts'
import { natives, type Native } from './natives.ts'

/** A wire that an official client is led over, and what it can carry. */
export interface Wire extends Native {
  readonly hasSchema: boolean
  /** Upstream counts its tokens. */
  readonly hasUsage: boolean
  readonly hasStreams: boolean
}

const NAMES = [
  'Anthropic',
  'Gemini',
  'Bedrock, Claude',
  'Bedrock, Converse',
  'Vertex, Gemini',
  'Vertex, Claude',
  'Cohere',
  'Ollama',
] as const

const nativeNamed = (name: string): Wire => {
  const native = natives.find((entry) => entry.name === name)
  if (native === undefined) throw new Error(`no wire is called ${name}`)
  return { ...native, hasSchema: true, hasUsage: true, hasStreams: true }
}

const keys = { key: 'wire-key-2b9d17', wrongKey: 'wire-key-wrong' }

export const azure: Wire = {
  ...nativeNamed('Anthropic'),
  ...keys,
  name: 'Azure',
  type: 3,
  model: 'gpt-4o',
  open: openAzure,
  fields: (fake) => ({ base_url: fake.url, other: AZURE_VERSION }),
}

export const palm: Wire = {
  ...keys,
  name: 'PaLM',
  type: 11,
  model: 'PaLM-2',
  open: openPalm,
  hasTools: false,
  hasParallelTools: false,
  hasImages: false,
  hasSchema: false,
  hasUsage: false,
  hasStreams: false,
}

/** These serve OpenAI's Responses endpoint themselves. */
export const ownResponses: readonly Wire[] = [
  { ...azure, name: 'OpenAI, responses', type: 1, model: 'gpt-5', open: openResponses, fields: ({ url }) => ({ base_url: url }) },
  { ...azure, name: 'Azure, responses', model: 'gpt-5-mini', open: openResponses, fields: ({ url }) => ({ base_url: url, other: 'v1' }) },
]

/** Its models seal the thoughts behind their calls. */
export const sealingGemini: Wire = { ...nativeNamed('Gemini'), name: 'Gemini 3', model: 'gemini-3-pro-preview' }

/** These have no output of a schema; a tool that must be called stands in for it. */
export const schemaByTool: readonly Wire[] = [
  { ...nativeNamed('Anthropic'), name: 'Anthropic, older', model: 'claude-3-5-haiku-20241022' },
  { ...nativeNamed('Bedrock, Claude'), name: 'Bedrock, older Claude', model: 'claude-3-haiku-20240307' },
]

/** A family that Converse asks for the schema itself. */
export const schemaByConverse: Wire = { ...nativeNamed('Bedrock, Converse'), name: 'Bedrock, Qwen', model: 'qwen.qwen3-32b-v1:0' }

export const wires: readonly Wire[] = [azure, ...NAMES.map(nativeNamed), palm]

/** A running product with a channel to every wire it was opened with. */
export interface WireStand {
  readonly root: ApiClient
  readonly baseUrl: string
  readonly apiKey: string
  readonly fakeOf: (wire: Wire) => NativeFake
  readonly close: () => Promise<void>
}

const openChannel = async (root: ApiClient, wire: Wire): Promise<NativeFake> => {
  const fake = wire.open(wire.key)
  const { key } = wire.keysFor?.(fake) ?? wire
  const fields = wire.fields?.(fake) ?? { base_url: fake.url }
  await root.call(createChannel, { body: { ...fields, type: wire.type, name: wire.name, key, models: wire.model } })
  return fake
}

export const openWires = async (opened: readonly Wire[]): Promise<WireStand> => {
  const weir = await Weir.start()
  const root = await ApiClient.signIn(weir.url)
  const fakes = new Map<string, NativeFake>()
  for (const wire of opened) fakes.set(wire.name, await openChannel(root, wire))
  const token = await root.call(createToken, { body: { name: 'first', unlimited_quota: true } })
  return {
    root,
    baseUrl: `${weir.url}/v1`,
    apiKey: `sk-${token.key}`,
    fakeOf: ({ name }) => {
      const fake = fakes.get(name)
      if (fake === undefined) throw new Error(`no channel to ${name}`)
      return fake
    },
    close: async () => {
      await weir.close()
      for (const fake of fakes.values()) await fake.stop()
    },
  }
}
