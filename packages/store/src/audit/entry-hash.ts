import { createHash } from 'node:crypto'

/** What stands before the first entry. */
export const CHAIN_START = '0'.repeat(64)

/** What an entry says, as it is stored. */
export interface HashedEntry {
  readonly created_at: number
  readonly actor_id: number
  readonly actor_name: string
  readonly credential: string
  readonly address: string
  readonly request_id: string
  readonly action: string
  readonly object: string
  readonly before_text: string
  readonly after_text: string
}

/** Hashes of entries that exist must come out the same for ever, in scripts of operators too: docs/audit.md describes this text. */
export const entryHash = (previous: string, ordinal: number, entry: HashedEntry): string => {
  const { created_at, actor_id, actor_name, credential, address, request_id, action, object, before_text, after_text } = entry
  const values = [ordinal, created_at, actor_id, actor_name, credential, address, request_id, action, object, before_text, after_text]
  return createHash('sha256')
    .update(`${previous}\n${JSON.stringify(values)}`)
    .digest('hex')
}
