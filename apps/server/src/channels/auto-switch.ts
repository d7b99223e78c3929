import { ChannelStatus } from '@weir/contract/channel'
import { LogType } from '@weir/contract/log'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import type { ChannelKeys } from '@weir/store/repositories/channel-keys'
import type { Channels } from '@weir/store/repositories/channels'
import type { Logs } from '@weir/store/repositories/logs/logs'
import { STATUS_CHANGED, evidenceText, keyOffText, keyOnText, lastKeyText, switchedOffText, switchedOnText } from './channel-texts.ts'
import type { NotifyRoot } from '../mail/notify-root.ts'
import type { Settings } from '../settings/settings.ts'

interface Dependencies {
  readonly channels: Pick<Channels, 'get' | 'changeStatus'>
  readonly channelKeys: Pick<ChannelKeys, 'disable' | 'revive'>
  readonly logs: Pick<Logs, 'add'>
  readonly notifyRoot: NotifyRoot
  readonly settings: () => Settings
}

/** What the machine may do to the state of a channel. Both are off unless the operator turned them on, and neither undoes a person's decision. */
export interface ChannelSwitch {
  /** Enabled → automatically disabled. False when it is not allowed or the channel was not enabled any more. */
  disable(channelId: number, reason: string): Promise<boolean>
  /** The same for one of several keys; the channel goes off with the last of them. Kept by its name, which each reader is told in words. */
  disableKey(channelId: number, keyId: number, fault: UpstreamFault): Promise<boolean>
  /** Automatically disabled → enabled. */
  enable(channelId: number): Promise<boolean>
  /** The same for those of several keys that have passed a test, and for the channel with them: the others stay off. */
  enableKeys(channelId: number, keyIds: readonly number[]): Promise<boolean>
}

export const createChannelSwitch = ({ channels, channelKeys, logs, notifyRoot, settings }: Dependencies): ChannelSwitch => {
  const tell = async (channelId: number, content: string): Promise<void> => {
    await logs.add({ userId: 0, username: '', type: LogType.system, channelId, content })
    await notifyRoot({ subject: STATUS_CHANGED, text: content })
  }

  return {
    disable: async (channelId, reason) => {
      if (!settings().isOn('AutomaticDisableChannelEnabled')) return false
      const channel = await channels.get(channelId)
      if (channel === undefined) return false
      // Only the process that made the change reports it: many may see the same fault, on many nodes.
      if (!(await channels.changeStatus(channelId, ChannelStatus.enabled, ChannelStatus.autoDisabled))) return false
      await tell(channelId, switchedOffText(channel, reason))
      return true
    },
    disableKey: async (channelId, keyId, fault) => {
      if (!settings().isOn('AutomaticDisableChannelEnabled')) return false
      const channel = await channels.get(channelId)
      if (channel === undefined) return false
      const outcome = await channelKeys.disable(channelId, keyId, fault)
      if (outcome !== 'key' && outcome !== 'channel') return false
      const reason = evidenceText(fault)
      await tell(channelId, outcome === 'key' ? keyOffText(channel, keyId, reason) : switchedOffText(channel, lastKeyText(reason)))
      return true
    },
    enable: async (channelId) => {
      if (!settings().isOn('AutomaticEnableChannelEnabled')) return false
      const channel = await channels.get(channelId)
      if (channel === undefined) return false
      if (!(await channels.changeStatus(channelId, ChannelStatus.autoDisabled, ChannelStatus.enabled))) return false
      await tell(channelId, switchedOnText(channel))
      return true
    },
    enableKeys: async (channelId, keyIds) => {
      if (keyIds.length === 0 || !settings().isOn('AutomaticEnableChannelEnabled')) return false
      const channel = await channels.get(channelId)
      if (channel === undefined) return false
      const back = await channelKeys.revive(channelId, keyIds)
      if (back.isChannelBack) await tell(channelId, switchedOnText(channel))
      else for (const keyId of back.keyIds) await tell(channelId, keyOnText(channel, keyId))
      return back.isChannelBack || back.keyIds.length > 0
    },
  }
}
