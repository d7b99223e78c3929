import {
  KeyStatus,
  addChannelKeys,
  deleteChannelKey,
  listChannelKeys,
  setKeyMode,
  switchChannelKey,
  type KeyModeName,
} from '@weir/contract/channels/channel-keys'
import { Refusal, notFound } from '@weir/contract/errors'
import type { Removed, Switched } from '@weir/store/channels/key-states'
import type { ChannelKeys } from '@weir/store/repositories/channel-keys'
import { readsAsReference, type ExternalKeys } from '../../channels/external-keys.ts'
import { createKeyCheck } from './check-key.ts'
import { route, type Route } from '../route.ts'

interface Dependencies {
  readonly channelKeys: ChannelKeys
  readonly checkKeyReference: ExternalKeys['check']
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The keys of one channel, one by one. None of them is ever shown. */
export const channelKeyRoutes = ({ channelKeys, checkKeyReference }: Dependencies): readonly Route[] => {
  const checkKey = createKeyCheck(checkKeyReference)
  return [
    route(listChannelKeys, async ({ params }) => {
      const found = await channelKeys.of(params.id)
      if (found === undefined) throw notFound('channel', params.id)
      return { mode: found.mode, keys: [...found.keys] }
    }),
    route(addChannelKeys, async ({ params, body }, { actor, trace }) => {
      const lines = linesOf(body.key)
      for (const line of lines) checkKey(line, actor)
      const added = await channelKeys.add(
        params.id,
        lines.map((key) => ({ key, isKeyReference: readsAsReference(key) })),
        trace((count) => (count === undefined ? [] : [{ object: `channel ${params.id}`, after: { keys_added: count } }])),
      )
      if (added === undefined) throw notFound('channel', params.id)
      return added
    }),
    route(setKeyMode, async ({ params, body }, { trace }) => {
      const traced = trace((before: KeyModeName | undefined) =>
        before === undefined ? [] : [{ object: `channel ${params.id}`, before: { key_mode: before }, after: { key_mode: body.mode } }],
      )
      if ((await channelKeys.setMode(params.id, body.mode, traced)) === undefined) throw notFound('channel', params.id)
    }),
    route(switchChannelKey, async ({ params: { id, key_id: keyId }, body }, { trace }) => {
      const traced = trace(({ outcome, before }: Switched) =>
        outcome === 'absent' || outcome === 'sole'
          ? []
          : [{ object: `channel ${id}`, before: { key: keyId, status: before }, after: { key: keyId, status: body.status } }],
      )
      const to = body.status === KeyStatus.enabled ? 'on' : 'off'
      const outcome = await channelKeys.switch({ channelId: id, keyId, to }, traced)
      if (outcome === 'absent') throw notFound('key', keyId)
      if (outcome === 'sole') throw new Refusal('last-key')
    }),
    route(deleteChannelKey, async ({ params: { id, key_id: keyId } }, { trace }) => {
      const traced = trace(({ outcome, before }: Removed) =>
        outcome === 'removed' ? [{ object: `channel ${id}`, before: { key: keyId, status: before }, after: { key_removed: keyId } }] : [],
      )
      const outcome = await channelKeys.remove(id, keyId, traced)
      if (outcome === 'absent') throw notFound('key', keyId)
      if (outcome === 'last') throw new Refusal('last-key')
    }),
  ]
}
