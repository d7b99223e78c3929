import type { Database } from '../database.ts'
import type { Generation, Keyring } from '../vault.ts'
import { confirmationOf, readGenerations } from './generations.ts'

export interface FollowedKeys {
  /** Acts on what the database says of root keys, and says so there. Reads the keys again when one is named that is not held. */
  follow(readRootKeys: () => Promise<readonly Uint8Array[]>): Promise<void>
}

interface FollowOptions extends Pick<Database, 'kysely'> {
  readonly keyring: Keyring
  readonly nodeId: string
}

/** At the start: nothing is confirmed that an earlier life of this node has said. Throws `RootKeyMissing`. */
export const adoptKeys = async ({ kysely, keyring, nodeId }: FollowOptions): Promise<void> => {
  // Before the table is read: a rotation that begins in between waits for this node, and one that has begun is seen here.
  await kysely.updateTable('nodes').set({ key_state: null }).where('node_id', '=', nodeId).execute()
  keyring.use(await readGenerations(kysely))
}

export const createFollowedKeys = ({ kysely, keyring, nodeId }: FollowOptions): FollowedKeys => {
  let used = ''
  let confirmed = ''
  let due = ''

  const adopt = (generations: readonly Generation[]): void => {
    const seen = JSON.stringify(generations)
    if (seen === used) return
    keyring.use(generations)
    used = seen
  }

  /** One turn later than it is true: what was sealed the moment before is written by then. */
  const confirm = async (newest: Generation): Promise<void> => {
    const confirmation = keyring.holds(newest.keyId) ? confirmationOf(newest) : ''
    if (confirmation === confirmed) return
    if (confirmation !== due) {
      due = confirmation
      return
    }
    await kysely.updateTable('nodes').set({ key_state: confirmation }).where('node_id', '=', nodeId).execute()
    confirmed = confirmation
  }

  return {
    async follow(readRootKeys) {
      const generations = await readGenerations(kysely)
      const newest = generations.at(-1)
      if (newest === undefined) return
      if (newest.state !== 'retired' && !keyring.holds(newest.keyId)) {
        keyring.add(await readRootKeys())
        used = ''
      }
      adopt(generations)
      await confirm(newest)
    },
  }
}
