import type { Clock } from '@weir/relay/ports'
import type { Database } from './database.ts'
import type { Vault } from './vault.ts'

/** What every repository is built from. */
export interface StoreContext extends Database {
  readonly vault: Vault
  readonly clock: Clock
  readonly nodeId: string
  /** Told after a write of this process to a token or its owner, so that no cached copy outlives it. */
  readonly identitiesChanged: () => void
  /** Told after a write of this process to a channel. */
  readonly channelsChanged: () => void
  /** Told after a write of this process to a budget. */
  readonly budgetsChanged: () => void
  /** Told after a write of this process to an option. */
  readonly optionsChanged: () => void
}

export const nowSeconds = (clock: Clock): number => Math.floor(clock() / 1000)
