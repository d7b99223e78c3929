import type { Generated } from 'kysely'

export interface AlertTargetsTable {
  id: Generated<number>
  name: string
  kind: string
  is_enabled: boolean
  language: string
  recipient: string
  /** Binds the sealed text to its row. */
  secret_id: string
  /** JSON of the address and the secret. */
  settings_cipher: string
  created_at: number
}

export interface AlertRulesTable {
  id: Generated<number>
  name: string
  kind: string
  is_enabled: boolean
  threshold: number
  window_minutes: number
  /** 0 for all. */
  scope_id: number
  /** Comma-joined. */
  target_ids: string
  quiet_from: string | null
  quiet_to: string | null
  /** Moves with every change and every look: of two nodes that looked at the same time, one writes down what it saw. */
  revision: number
  checked_at: number
  created_at: number
}

export interface AlertsTable {
  id: Generated<number>
  rule_id: number
  kind: string
  subject: string
  subject_name: string
  value: number
  threshold: number
  opened_at: number
  resolved_at: number | null
  /** Rule and subject while it is open, then empty: there is one open alert of each. */
  open_mark: string | null
}

export interface AlertDeliveriesTable {
  id: Generated<number>
  alert_id: number
  target_id: number
  event: string
  state: string
  due_at: number
  tries: number
  sent_at: number | null
  problem: string | null
}
