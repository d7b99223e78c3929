import type { Generated } from 'kysely'
import type { AlertDeliveriesTable, AlertRulesTable, AlertsTable, AlertTargetsTable } from './tables/alert-tables.ts'
import type { AuditChainTable, AuditEntriesTable } from './tables/audit-tables.ts'
import type { BudgetCountersTable, BudgetsTable } from './tables/budget-tables.ts'
import type { ChannelChangesTable, ChannelKeysTable, ChannelsTable } from './tables/channel-tables.ts'
import type { ChannelTestsTable } from './tables/channel-test-tables.ts'
import type { CorrectionsTable } from './tables/correction-tables.ts'
import type {
  LogBlocksTable,
  LogFiltersTable,
  LogPlacesTable,
  LogSlotSumsTable,
  LogSumsTable,
  LogSumStateTable,
} from './tables/log-index-tables.ts'
import type { NodesTable, RootKeysTable } from './tables/node-tables.ts'
import type { RequestBodiesTable } from './tables/request-body-tables.ts'
import type { StoredResponsesTable } from './tables/stored-response-tables.ts'
import type {
  KnownDevicesTable,
  PasskeyChallengesTable,
  PasskeysTable,
  RecoveryCodesTable,
  TotpSecretsTable,
} from './tables/second-factor-tables.ts'

/** Names avoid the reserved words of all three databases (`key`, `group`, `groups`), so hand-written SQL needs no quoting. */
export interface UsersTable {
  id: Generated<number>
  username: string
  password_hash: string
  display_name: string
  role: number
  status: number
  email: string | null
  github_id: string | null
  wechat_id: string | null
  lark_id: string | null
  oidc_id: string | null
  access_token_hmac: string | null
  quota: number
  used_quota: number
  request_count: number
  user_group: string
  aff_code: string | null
  inviter_id: number
  auth_version: number
  must_change_password: boolean
  created_at: number
  /** The threshold below which the owner was last reminded; empty while the next crossing is still to be told. */
  reminded_below: Generated<number | null>
  reminded_empty: Generated<boolean | null>
  /** Until then a process is about to remind the owner. */
  reminding_until: Generated<number | null>
  reminder_tries: Generated<number | null>
  /** What no other name may share with this one; empty where a name was taken before that was a rule. */
  username_folded: Generated<string | null>
  username_shape: Generated<string | null>
  /** Bound through a provider whose settings an admin had saved: worth nothing to an account of the role admin or root. */
  github_unconfirmed: Generated<boolean | null>
  wechat_unconfirmed: Generated<boolean | null>
  lark_unconfirmed: Generated<boolean | null>
  oidc_unconfirmed: Generated<boolean | null>
  /** Comma-joined kinds of mail that the owner does not want; empty where all are wanted. */
  muted_mails: Generated<string | null>
}

export interface TokensTable {
  id: Generated<number>
  user_id: number
  secret_id: string
  key_cipher: string
  key_hmac: string
  status: number
  name: string
  created_time: number
  accessed_time: number
  expired_time: number
  remain_quota: number
  unlimited_quota: boolean
  used_quota: number
  models: string
  subnet: string
  /** A deleted token keeps its row: requests still running on it must find what they owe. */
  deleted_at: number | null
  /** The key before the present one, which is accepted until then. */
  old_key_hmac: Generated<string | null>
  old_key_until: Generated<number | null>
  /** Empty in rows whose key was replaced before this was kept. */
  old_key_cipher: Generated<string | null>
  /** The group that serves it; empty where it is that of its user. */
  token_group: Generated<string | null>
  /** How often its owner has set what may be spent; empty for never. Charges do not count. */
  limit_revision: Generated<number | null>
}

export interface SessionsTable {
  id_hash: string
  user_id: number
  auth_version: number
  created_at: number
  seen_at: number
  expires_at: number
  address: string
  agent: string
  /** Until the second factor is shown the session is good for nothing else. */
  awaits_factor: Generated<boolean | null>
  /** When a password or a factor was last shown; empty in sessions from before this was kept. */
  confirmed_at: Generated<number | null>
}

export interface OptionsTable {
  name: string
  value: string
  is_sealed: boolean
  /** The role of the account that saved the value; empty when it was saved before this was kept. */
  saved_role: Generated<number | null>
  saved_by: Generated<number | null>
  saved_at: Generated<number | null>
  /** The address this secret is sent to has changed since it was entered. */
  is_withheld: Generated<boolean | null>
}

export interface ReservationsTable {
  request_id: string
  user_id: number
  token_id: number
  is_token_limited: boolean
  amount: number
  node_id: string
  created_at: number
  /** What a running stream had cost when it last said so, and the log row that belongs to it. */
  progress_cost: Generated<number | null>
  progress_record: Generated<string | null>
  /** What is taken from budgets; empty where there are none. */
  budget_shares: Generated<string | null>
  /** Of a lease: how often it was changed, and whether another node asks for it. Empty in the hold of a request. */
  lease_version: Generated<number | null>
  called_back: Generated<number | null>
}

export interface LedgerEntriesTable {
  id: Generated<number>
  user_id: number
  token_id: number
  channel_id: number
  kind: string
  /** Signed effect on the balance. */
  amount: number
  request_id: string | null
  created_at: number
  note: string
}

/** What an account was charged in a slot of time, for the lines of the ledger up to a watermark. */
export interface LedgerSumsTable {
  user_id: number
  start_at: number
  amount: number
}

/** What callers chose to have one change of a balance booked once. The lines of the ledger are unique by kind only: a credit and a debit are two. */
export interface OnceIdsTable {
  once_id: string
}

export interface LogsTable {
  id: Generated<number>
  user_id: number
  created_at: number
  type: number
  content: string
  username: string
  token_name: string
  model_name: string
  quota: number
  prompt_tokens: number
  completion_tokens: number
  channel_id: number
  request_id: string
  elapsed_time: number
  is_stream: boolean
  system_prompt_reset: boolean
  outcome: string
  detail: string
  /** How many channels were tried; empty where it was not kept, and in rows of no request. */
  attempts: Generated<number | null>
  /** What upstream takes for it; empty where nobody has said. */
  cost: Generated<number | null>
  /** By which it was charged. */
  group_name: Generated<string | null>
}

export interface RedemptionsTable {
  id: Generated<number>
  /** Who made the code. */
  user_id: number
  secret_id: string
  /** Empty once the code is used: it need not be read again. */
  key_cipher: string
  key_hmac: string
  status: number
  name: string
  quota: number
  created_time: number
  redeemed_time: number
  redeemed_by: number
}

/** Codes sent by mail. The target is an address with a purpose, known here only by its HMAC. */
export interface CodesTable {
  target_hmac: string
  code_hmac: string
  attempts: number
  expires_at: number
}

/** How many mails an address has been sent, whatever they were for. */
export interface MailCountsTable {
  target_hmac: string
  sent_at: number
  hour_start: number
  hour_count: number
}

/** How often something was tried; the key is known by its hash alone. */
export interface RateCountsTable {
  key_hash: string
  calls: number
  ends_at: number
}

/** Sign-ins under way at an external provider. */
export interface OauthStatesTable {
  state_hmac: string
  visitor_hmac: string
  user_id: number
  provider: string
  expires_at: number
}

/** One counter per thing that other nodes keep a picture of; bumped in the transaction that changes it. */
export interface RevisionsTable {
  name: string
  revision: number
}

export interface MigrationsTable {
  name: string
  applied_at: number
}

export interface Schema {
  users: UsersTable
  tokens: TokensTable
  channels: ChannelsTable
  channel_keys: ChannelKeysTable
  channel_tests: ChannelTestsTable
  channel_changes: ChannelChangesTable
  sessions: SessionsTable
  totp_secrets: TotpSecretsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  known_devices: KnownDevicesTable
  options: OptionsTable
  reservations: ReservationsTable
  budgets: BudgetsTable
  budget_counters: BudgetCountersTable
  ledger_entries: LedgerEntriesTable
  ledger_sums: LedgerSumsTable
  once_ids: OnceIdsTable
  corrections: CorrectionsTable
  logs: LogsTable
  log_filters: LogFiltersTable
  log_sums: LogSumsTable
  log_slot_sums: LogSlotSumsTable
  log_sum_state: LogSumStateTable
  log_blocks: LogBlocksTable
  log_places: LogPlacesTable
  redemptions: RedemptionsTable
  audit_entries: AuditEntriesTable
  audit_chain: AuditChainTable
  codes: CodesTable
  mail_counts: MailCountsTable
  oauth_states: OauthStatesTable
  rate_counts: RateCountsTable
  nodes: NodesTable
  root_keys: RootKeysTable
  revisions: RevisionsTable
  stored_responses: StoredResponsesTable
  request_bodies: RequestBodiesTable
  alert_targets: AlertTargetsTable
  alert_rules: AlertRulesTable
  alerts: AlertsTable
  alert_deliveries: AlertDeliveriesTable
  migrations: MigrationsTable
}
