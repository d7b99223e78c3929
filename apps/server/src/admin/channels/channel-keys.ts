import {
  KeyStatus,
  addChannelKeys,
  deleteChannelKey,
  listChannelKeys,
  setKeyMode,
  switchChannelKey,
} from '@weir/contract/channels/channel-keys'
import { Refusal, notFound } from '@weir/contract/errors'
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
  const statusOf = async ({ id, key_id: key }: { readonly id: number; readonly key_id: number }) => ({
    key,
    status: (await channelKeys.of(id))?.keys.find((each) => each.id === key)?.status,
  })
  return [
    route(listChannelKeys, async ({ params }) => {
      const found = await channelKeys.of(params.id)
      if (found === undefined) throw notFound('channel', params.id)
      return { mode: found.mode, keys: [...found.keys] }
    }),
    route(addChannelKeys, async ({ params, body }, { actor, recordChange }) => {
      const lines = linesOf(body.key)
      for (const line of lines) checkKey(line, actor)
      const added = await channelKeys.add(
        params.id,
        lines.map((key) => ({ key, isKeyReference: readsAsReference(key) })),
      )
      if (added === undefined) throw notFound('channel', params.id)
      recordChange({ object: `channel ${params.id}`, after: { keys_added: added } })
      return added
    }),
    route(setKeyMode, async ({ params, body }, { recordChange }) => {
      const before = await channelKeys.of(params.id)
      if (!(await channelKeys.setMode(params.id, body.mode))) throw notFound('channel', params.id)
      recordChange({ object: `channel ${params.id}`, before: { key_mode: before?.mode }, after: { key_mode: body.mode } })
    }),
    route(switchChannelKey, async ({ params, body }, { recordChange }) => {
      const before = await statusOf(params)
      const outcome = await channelKeys.switch(params.id, params.key_id, body.status === KeyStatus.enabled ? 'on' : 'off')
      if (outcome === 'absent') throw notFound('key', params.key_id)
      if (outcome === 'sole') throw new Refusal('last-key')
      recordChange({ object: `channel ${params.id}`, before, after: { key: params.key_id, status: body.status } })
    }),
    route(deleteChannelKey, async ({ params }, { recordChange }) => {
      const before = await statusOf(params)
      const outcome = await channelKeys.remove(params.id, params.key_id)
      if (outcome === 'absent') throw notFound('key', params.key_id)
      if (outcome === 'last') throw new Refusal('last-key')
      recordChange({ object: `channel ${params.id}`, before, after: { key_removed: params.key_id } })
    }),
  ]
}
