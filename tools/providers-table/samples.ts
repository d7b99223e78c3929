import type { BilingualText } from '@weir/contract/catalog/channel-type'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import { defaultModels } from '@weir/contract/catalog/default-models'
import { providers } from '@weir/providers/index'
import type { Served } from './probe.ts'

export interface Sample extends Served {
  readonly type: number
  readonly name: BilingualText
}

export const TARGET = { baseUrl: '', key: 'key', other: '', config: {}, modelMapping: {}, systemPrompt: '' }
const SIGNED = 'id-of-key|secret-of-key|part-of-key'

interface Variant {
  readonly note?: BilingualText
  readonly key?: string
  readonly other?: string
}

const OLDER_KEY = { en: 'older key', zh: '旧式密钥' }

/** Where the key or a setting of the channel decides on the wire, or the key must have a form. */
const VARIANTS: Readonly<Record<number, readonly Variant[]>> = {
  15: [{}, { note: OLDER_KEY, key: 'id-of-key|secret-of-key' }],
  17: [{}, { note: { en: 'with plugin', zh: '带插件' }, other: '{}' }],
  18: [{ key: SIGNED }],
  23: [{}, { note: OLDER_KEY, key: SIGNED }],
  33: [{ key: SIGNED }],
}

const NEEDS_ADDRESS: ReadonlySet<number> = new Set([3, 8, 22, 50])

/** Every channel type with chat, with the first of its models. */
export const samples: readonly Sample[] = channelTypes.flatMap(({ id: type, name }) => {
  const chat = providers.get(type)?.chat
  if (chat === undefined) return []
  return (VARIANTS[type] ?? [{}]).map(({ note, ...over }) => ({
    type,
    name: note === undefined ? name : { en: `${name.en}, ${note.en}`, zh: `${name.zh}，${note.zh}` },
    chat,
    model: defaultModels[type]?.[0] ?? 'model',
    target: { ...TARGET, ...(NEEDS_ADDRESS.has(type) && { baseUrl: 'https://upstream.example' }), ...over },
  }))
})
