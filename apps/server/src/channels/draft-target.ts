import { Refusal, notFound } from '@weir/contract/errors'
import { shownProxy } from '@weir/contract/channels/channel-proxy'
import { laidOverrides, secretTexts } from '@weir/contract/channels/laid-overrides'
import { parseStringMap } from '@weir/contract/values/json'
import { splitList } from '@weir/contract/values/quantity'
import type { Channel, Ports } from '@weir/relay/ports'
import type { Channels } from '@weir/store/repositories/channels'
import { NOTHING_STORED, splitOverrides, type StoredOverrides } from './channel-overrides.ts'
import { keyFromConfig, splitConfig } from './channel-secrets.ts'
import { readsAsReference } from './external-keys.ts'
import { isMoved } from './moved-address.ts'
import type { ResolvedTarget } from './resolved-target.ts'

/** A channel as a form holds it. What the form leaves empty because it is secret is the stored one's. */
export interface ChannelDraft {
  /** Of the channel that is being changed. */
  readonly id?: number | undefined
  readonly type: number
  /** One a line; empty: the stored one. */
  readonly key: string
  readonly baseUrl: string
  readonly other: string
  readonly config: string
  readonly models: string
  readonly modelMapping: string
  readonly systemPrompt: string
  readonly headerOverride?: string
  readonly paramOverride?: string
  /** The address of a proxy. */
  readonly proxy?: string
}

interface Secrets {
  readonly key: string
  readonly isKeyReference: boolean
  readonly secretConfig: string
  readonly overrides: StoredOverrides
}

const NONE: Secrets = { key: '', isKeyReference: false, secretConfig: '', overrides: NOTHING_STORED }

/** Those of the stored channel, as long as the draft is for the address they were given for. */
const storedSecrets = async (channels: Pick<Channels, 'target' | 'secretsOf'>, draft: ChannelDraft): Promise<Secrets> => {
  const { id } = draft
  if (id === undefined) return NONE
  const [stored, secrets] = [await channels.target(id), await channels.secretsOf(id)]
  if (stored === undefined || secrets === undefined) throw notFound('channel', id)
  const proxy = shownProxy(stored.channel.proxy ?? '')
  const { secretOverrides } = secrets
  if (isMoved({ ...stored.channel, proxy }, draft))
    return { ...NONE, overrides: { proxy, secretOverrides: { ...secretOverrides, headers: {} } } }
  const { key, isKeyReference = false } = stored.channel
  return { key, isKeyReference, secretConfig: secrets.secretConfig, overrides: { proxy, secretOverrides } }
}

const firstLine = (text: string): string => text.trim().split('\n')[0]?.trim() ?? ''

/** The channel that a draft would make, with its key; nothing of it is stored. */
export const draftTarget = async (
  channels: Pick<Channels, 'target' | 'secretsOf'>,
  draft: ChannelDraft,
  resolveKey: Ports['resolveKey'],
): Promise<ResolvedTarget> => {
  const stored = await storedSecrets(channels, draft)
  const settings = splitConfig(draft.config, stored.secretConfig)
  const typed = firstLine(draft.key) || keyFromConfig(draft.type, settings)
  const key = typed ?? stored.key
  if (key === '' && draft.id !== undefined) throw new Refusal('key-required')
  const hidden = parseStringMap(settings.secretConfig)
  const overrides = splitOverrides(draft, stored.overrides)
  const channel: Channel = {
    id: draft.id ?? 0,
    type: draft.type,
    name: '',
    key,
    isKeyReference: typed === undefined ? stored.isKeyReference : readsAsReference(key),
    baseUrl: draft.baseUrl,
    other: draft.other,
    config: { ...parseStringMap(settings.config), ...hidden },
    models: splitList(draft.models),
    groups: [],
    priority: 0,
    weight: 0,
    modelMapping: parseStringMap(draft.modelMapping),
    systemPrompt: draft.systemPrompt,
    ...laidOverrides({ ...overrides, paramOverride: draft.paramOverride ?? '' }, overrides.secretOverrides),
  }
  const resolved = resolveKey(channel)
  return {
    channel,
    key: resolved,
    secrets: [key, ...Object.values(hidden), ...secretTexts(overrides.secretOverrides), ...(resolved === undefined ? [] : [resolved])],
  }
}
