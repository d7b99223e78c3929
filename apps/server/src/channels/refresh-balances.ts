import { ChannelStatus } from '@weir/contract/channel'
import { Refusal } from '@weir/contract/errors'
import type { Channels } from '@weir/store/repositories/channels'
import type { ChannelSwitch } from './auto-switch.ts'
import { emptyBalanceText } from './channel-texts.ts'
import type { UpdateBalance } from './update-balance.ts'

interface Dependencies {
  readonly channels: Pick<Channels, 'all'>
  readonly update: UpdateBalance
  readonly channelSwitch: Pick<ChannelSwitch, 'disable'>
  readonly pause: () => Promise<void>
  readonly stopping: AbortSignal
  readonly reportBug: (error: unknown) => void
}

export interface BalanceRun {
  /** Begins in the background. False when a run is under way. */
  start(): boolean
  idle(): Promise<void>
}

/** Asks for the balance of every enabled channel, one after the other; an empty account switches its channel off. */
export const createBalanceRun = ({ channels, update, channelSwitch, pause, stopping, reportBug }: Dependencies): BalanceRun => {
  let running: Promise<void> | undefined

  const run = async (): Promise<void> => {
    try {
      for (const channel of (await channels.all()).filter(({ status }) => status === ChannelStatus.enabled)) {
        if (stopping.aborted) return
        // A provider that does not tell, or not now, is no reason to leave the others out.
        const balance = await update(channel).catch((error: unknown) => {
          if (error instanceof Refusal) return undefined
          throw error
        })
        if (balance === undefined) continue
        if (balance <= 0) await channelSwitch.disable(channel.id, emptyBalanceText(balance))
        await pause()
      }
    } finally {
      running = undefined
    }
  }

  return {
    start: () => {
      if (running !== undefined) return false
      running = run().catch(reportBug)
      return true
    },
    idle: async () => await running,
  }
}
