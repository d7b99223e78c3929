import type { Schema } from '../schema.ts'

/** The migrations travel in the header of a dump, since they say how to make the tables. */
export type DumpedTable = Exclude<keyof Schema, 'migrations'>

/** `numbered`: its rows are given numbers by the database. In the order of a dump. */
const TABLES: Readonly<Record<DumpedTable, 'numbered' | 'keyed'>> = {
  options: 'keyed',
  root_keys: 'keyed',
  revisions: 'keyed',
  nodes: 'keyed',
  users: 'numbered',
  sessions: 'keyed',
  totp_secrets: 'keyed',
  recovery_codes: 'keyed',
  passkeys: 'keyed',
  passkey_challenges: 'keyed',
  known_devices: 'keyed',
  codes: 'keyed',
  mail_counts: 'keyed',
  oauth_states: 'keyed',
  rate_counts: 'keyed',
  tokens: 'numbered',
  channels: 'numbered',
  channel_keys: 'numbered',
  channel_tests: 'keyed',
  channel_changes: 'keyed',
  redemptions: 'numbered',
  budgets: 'numbered',
  budget_counters: 'keyed',
  reservations: 'keyed',
  ledger_entries: 'numbered',
  ledger_sums: 'keyed',
  once_ids: 'keyed',
  corrections: 'keyed',
  stored_responses: 'keyed',
  request_bodies: 'keyed',
  alert_targets: 'numbered',
  alert_rules: 'numbered',
  alerts: 'numbered',
  alert_deliveries: 'numbered',
  audit_entries: 'numbered',
  audit_chain: 'keyed',
  logs: 'numbered',
  log_filters: 'keyed',
  log_sums: 'keyed',
  log_slot_sums: 'keyed',
  log_sum_state: 'keyed',
  log_blocks: 'keyed',
  log_places: 'keyed',
}

const isDumpedTable = (name: string): name is DumpedTable => Object.hasOwn(TABLES, name)

export const dumpedTables: readonly DumpedTable[] = Object.keys(TABLES).filter(isDumpedTable)

export const findDumpedTable = (name: string): DumpedTable | undefined => (isDumpedTable(name) ? name : undefined)

export const isNumbered = (table: DumpedTable): boolean => TABLES[table] === 'numbered'
