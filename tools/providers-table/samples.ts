import { channelTypes } from '@weir/contract/catalog/channel-types'
import { defaultModels } from '@weir/contract/catalog/default-models'
import { providers } from '@weir/providers/index'
import type { Served } from './probe.ts'

export interface Sample extends Served {
  readonly type: number
  readonly name: string
}

const TARGET = { baseUrl: '', key: 'key', other: '', config: {}, modelMapping: {}, systemPrompt: '' }
const SIGNED = 'id-of-key|secret-of-key|part-of-key'

interface Variant {
  readonly note?: string
  readonly key?: string
  readonly other?: string
}

/** Where the key or a setting of the channel decides on the wire, or the key must have a form. */
const VARIANTS: Readonly<Record<number, readonly Variant[]>> = {
  15: [{}, { note: 'older key', key: 'id-of-key|secret-of-key' }],
  17: [{}, { note: 'with plugin', other: '{}' }],
  23: [{}, { note: 'older key', key: SIGNED }],
  33: [{ key: SIGNED }],
}

const NEEDS_ADDRESS: ReadonlySet<number> = new Set([3, 8, 22, 50])

/** Every channel type with chat, with the first of its models. */
export const samples: readonly Sample[] = channelTypes.flatMap(({ id: type, name }) => {
  const chat = providers.get(type)?.chat
  if (chat === undefined) return []
  return (VARIANTS[type] ?? [{}]).map(({ note, ...over }) => ({
    type,
    name: note === undefined ? name.en : `${name.en}, ${note}`,
    chat,
    model: defaultModels[type]?.[0] ?? 'model',
    target: { ...TARGET, ...(NEEDS_ADDRESS.has(type) && { baseUrl: 'https://upstream.example' }), ...over },
  }))
})
