import { KeyStatus, keyReasonText, type ChannelKeyObject } from '@weir/contract/channels/channel-keys'
import { manageMultiKeys } from '@weir/contract/channels/multi-key'
import { Refusal, notFound, type Language } from '@weir/contract/errors'
import type { AllSwitched, Removed, Switched } from '@weir/store/channels/key-states'
import type { ChannelKeys } from '@weir/store/repositories/channel-keys'
import type { ActorContext } from '../context.ts'
import { route, type Route } from '../route.ts'

interface Paging {
  readonly page: number
  readonly page_size: number
  readonly status?: number | null | undefined
}

interface KeyAt {
  readonly channelId: number
  /** Its number where it is stored, and its place in the list. */
  readonly keyId: number
  readonly place: number
}

const pageOf = (all: readonly ChannelKeyObject[], { page, page_size: size, status }: Paging, language: Language) => {
  const count = (wanted: number): number => all.filter((key) => key.status === wanted).length
  const placed = all.map((key, index) => ({ ...key, index })).filter((key) => !status || key.status === status)
  const pages = Math.max(1, Math.ceil(placed.length / size))
  const shown = Math.min(page, pages)
  return {
    keys: placed.slice((shown - 1) * size, shown * size).map((key) => ({
      index: key.index,
      status: key.status,
      ...(key.status !== KeyStatus.enabled && { disabled_time: key.changed_time, reason: keyReasonText(key.reason, language) }),
      key_preview: key.is_reference || key.hint === '' ? key.hint : `…${key.hint}`,
    })),
    total: placed.length,
    page: shown,
    page_size: size,
    total_pages: pages,
    enabled_count: count(KeyStatus.enabled),
    manual_disabled_count: count(KeyStatus.disabled),
    auto_disabled_count: count(KeyStatus.autoDisabled),
  }
}

/** One call for everything, as clients of new-api send it. */
export const multiKeyRoutes = ({ channelKeys }: { readonly channelKeys: ChannelKeys }): readonly Route[] => {
  const listed = async (channelId: number): Promise<readonly ChannelKeyObject[]> => {
    const found = await channelKeys.of(channelId)
    if (found === undefined) throw notFound('channel', channelId)
    return found.keys
  }

  const keyAt = async (channelId: number, place: number): Promise<KeyAt> => {
    const key = (await listed(channelId))[place]
    if (key === undefined) throw notFound('key', place)
    return { channelId, keyId: key.id, place }
  }

  const switchOne = async ({ channelId, keyId, place }: KeyAt, to: 'on' | 'off', { trace }: ActorContext): Promise<void> => {
    const status = to === 'on' ? KeyStatus.enabled : KeyStatus.disabled
    const traced = trace(({ outcome, before }: Switched) =>
      outcome === 'absent' || outcome === 'sole'
        ? []
        : [{ object: `channel ${channelId}`, before: { key: keyId, status: before }, after: { key: keyId, status } }],
    )
    const outcome = await channelKeys.switch({ channelId, keyId, to }, traced)
    if (outcome === 'absent') throw notFound('key', place)
    if (outcome === 'sole') throw new Refusal('last-key')
  }

  const removeOne = async ({ channelId, keyId, place }: KeyAt, { trace }: ActorContext): Promise<void> => {
    const traced = trace(({ outcome, before }: Removed) =>
      outcome === 'removed'
        ? [{ object: `channel ${channelId}`, before: { key: keyId, status: before }, after: { key_removed: keyId } }]
        : [],
    )
    const outcome = await channelKeys.remove(channelId, keyId, traced)
    if (outcome === 'absent') throw notFound('key', place)
    if (outcome === 'last') throw new Refusal('last-key')
  }

  const switchAll = async (channelId: number, to: 'on' | 'off', { trace }: ActorContext): Promise<void> => {
    const status = to === 'on' ? KeyStatus.enabled : KeyStatus.disabled
    const traced = trace((all: AllSwitched | undefined) =>
      all === undefined ? [] : [{ object: `channel ${channelId}`, before: { keys: all.before }, after: { all_keys: status } }],
    )
    if ((await channelKeys.switchAll(channelId, to, traced)) !== undefined) return
    await listed(channelId)
    throw new Refusal('last-key')
  }

  const removeFailed = async (channelId: number, { trace }: ActorContext): Promise<number> => {
    const removed = await channelKeys.removeFailed(
      channelId,
      trace((count) => (count === undefined ? [] : [{ object: `channel ${channelId}`, after: { keys_removed: count } }])),
    )
    if (removed === undefined) throw notFound('channel', channelId)
    return removed
  }

  return [
    route(manageMultiKeys, async ({ body }, context) => {
      const id = body.channel_id
      switch (body.action) {
        case 'get_key_status':
          context.onlyRead()
          return pageOf(await listed(id), body, context.language)
        case 'enable_key':
          return await switchOne(await keyAt(id, body.key_index), 'on', context)
        case 'disable_key':
          return await switchOne(await keyAt(id, body.key_index), 'off', context)
        case 'delete_key':
          return await removeOne(await keyAt(id, body.key_index), context)
        case 'enable_all_keys':
          return await switchAll(id, 'on', context)
        case 'disable_all_keys':
          return await switchAll(id, 'off', context)
        case 'delete_disabled_keys':
          return await removeFailed(id, context)
      }
    }),
  ]
}
