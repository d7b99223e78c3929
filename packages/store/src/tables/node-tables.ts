import type { Generated } from 'kysely'

export interface NodesTable {
  node_id: string
  seen_at: number
  /** Which root key the node acts on, as the rotation of keys reads it. */
  key_state: Generated<string | null>
}

/** The root keys this database has known, each by its id; empty until the first is replaced. */
export interface RootKeysTable {
  generation: number
  key_id: string
  state: string
  /** Of a retired key, sealed: what lookups of values need that are kept nowhere. */
  lookup_keys: string
}
