import { expect, it } from 'bun:test'
import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { describeStore, type StoreHarness } from '../testing/store-harness.ts'

/** Every table as the migrations leave it, with the types of SQLite; what must not be empty bears a mark. */
const TABLES: Readonly<Record<string, string>> = {
  alert_deliveries: `
    id integer!, alert_id bigint!, target_id bigint!, event text!, state text!, due_at bigint!, tries bigint!, sent_at
    bigint, problem text`,
  alert_rules: `
    id integer!, name text!, kind text!, is_enabled boolean!, threshold real!, window_minutes bigint!, scope_id bigint!,
    target_ids text!, revision bigint!, checked_at bigint!, created_at bigint!, quiet_from text, quiet_to text`,
  alert_targets: `
    id integer!, name text!, kind text!, is_enabled boolean!, language text!, recipient text!, secret_id text!,
    settings_cipher text!, created_at bigint!`,
  alerts: `
    id integer!, rule_id bigint!, kind text!, subject text!, subject_name text!, value real!, threshold real!, opened_at
    bigint!, resolved_at bigint, open_mark text`,
  audit_chain: `name text!, entry_count bigint!, head_hash text!`,
  audit_entries: `
    id integer!, created_at bigint!, actor_id bigint!, actor_name text!, credential text!, address text!,
    request_id text!, action text!, object text!, before_text text!, after_text text!, ordinal bigint, entry_hash text`,
  budget_counters: `
    budget_id bigint!, series bigint!, period_start bigint!, used bigint!, reserved bigint!, has_refused boolean!`,
  budgets: `
    id integer!, scope text!, scope_key text!, model text!, unit text!, period text!, amount_limit bigint!, is_hard
    boolean!, series bigint!, created_at bigint!, warned_start bigint, warned_percent bigint, warned_at bigint,
    warning_until bigint, warning_tries bigint`,
  channel_changes: `channel_id bigint!, revision bigint!`,
  channel_keys: `
    id integer!, channel_id bigint!, secret_id text!, key_cipher text!, key_hmac text!, is_key_reference boolean!,
    status bigint!, reason text!, changed_at bigint!`,
  channel_tests: `
    channel_id bigint!, model text!, probe text!, is_passed boolean!, reason text!, message text!, elapsed_ms
    bigint!, tested_at bigint!`,
  channels: `
    id integer!, type bigint!, secret_id text!, key_cipher text!, key_hmac text!, status bigint!, name text!,
    weight bigint!, created_time bigint!, test_time bigint!, response_time bigint!, base_url text!, other text!,
    balance real!, balance_updated_time bigint!, models text!, group_list text!, used_quota bigint!, model_mapping
    text!, priority bigint!, config text!, config_cipher text!, system_prompt text!, is_key_reference boolean,
    test_success boolean, test_reason text, test_message text, test_model text, test_probe text, test_ms bigint, cost text, tag
    text, key_status bigint, key_reason text, key_changed_at bigint, key_mode text, header_override text,
    param_override text, proxy text, overrides_cipher text`,
  codes: `target_hmac text!, code_hmac text!, attempts bigint!, expires_at bigint!`,
  corrections: `
    request_id text!, ordinal bigint!, user_id bigint!, token_id bigint!, channel_id bigint!, model_name text!,
    charged_before bigint!, charged_after bigint!, detail text!, created_at bigint!`,
  known_devices: `device_hmac text!, user_id bigint!, seen_at bigint!`,
  ledger_entries: `
    id integer!, user_id bigint!, token_id bigint!, channel_id bigint!, kind text!, amount bigint!, created_at
    bigint!, note text!, request_id text`,
  ledger_sums: `user_id bigint!, start_at bigint!, amount bigint!`,
  log_blocks: `block bigint!, consumed bigint!, others bigint!, first_at bigint!, last_at bigint!, is_stale boolean!, has_outcomes
    boolean, has_groups boolean, has_requests boolean`,
  log_filters: `user_id bigint!, name text!, address_query text!, saved_at bigint!`,
  log_places: `block bigint!, subject text!, consumed text!, others text!`,
  log_slot_sums: `
    kind bigint!, grain bigint!, start_at bigint!, subject_id bigint!, subject text!, token_name text!, requests
    bigint!, failures bigint!, quota bigint!, prompt_tokens bigint!, completion_tokens bigint!, cost bigint!,
    costed_quota bigint!, elapsed_time bigint!`,
  log_sum_state: `name text!, through_id bigint!`,
  log_sums: `
    kind bigint!, grain bigint!, subject_id bigint!, subject text!, start_at bigint!, model_name text!, channel_id
    bigint!, bucket bigint!, requests bigint!, failures bigint!, quota bigint!, prompt_tokens bigint!,
    completion_tokens bigint!, cost bigint, costed_quota bigint`,
  logs: `
    id integer!, user_id bigint!, created_at bigint!, type bigint!, content text!, username text!, token_name
    text!, model_name text!, quota bigint!, prompt_tokens bigint!, completion_tokens bigint!, channel_id bigint!,
    request_id text!, elapsed_time bigint!, is_stream boolean!, system_prompt_reset boolean!, outcome text!,
    detail text!, cost bigint, group_name text, attempts bigint`,
  mail_counts: `target_hmac text!, sent_at bigint!, hour_start bigint!, hour_count bigint!`,
  migrations: `name text!, applied_at bigint!`,
  nodes: `node_id text!, seen_at bigint!, key_state text`,
  oauth_states: `state_hmac text!, visitor_hmac text!, user_id bigint!, provider text!, expires_at bigint!`,
  once_ids: `once_id text!`,
  options: `
    name text!, value text!, is_sealed boolean!, saved_role bigint, saved_by bigint, saved_at bigint, is_withheld
    boolean`,
  passkey_challenges: `challenge_hmac text!, holder_hmac text!, user_id bigint!, expires_at bigint!`,
  passkeys: `
    id_hash text!, user_id bigint!, credential_id text!, public_key text!, counter bigint!, transports text!, name
    text!, created_at bigint!, used_at bigint!`,
  rate_counts: `key_hash text!, calls bigint!, ends_at bigint!`,
  recovery_codes: `code_hmac text!, user_id bigint!`,
  redemptions: `
    id integer!, user_id bigint!, secret_id text!, key_cipher text!, key_hmac text!, status bigint!, name text!,
    quota bigint!, created_time bigint!, redeemed_time bigint!, redeemed_by bigint!`,
  reservations: `
    request_id text!, user_id bigint!, token_id bigint!, is_token_limited boolean!, amount bigint!, node_id text!,
    created_at bigint!, progress_cost bigint, progress_record text, budget_shares text, lease_version bigint, called_back bigint`,
  request_bodies: `request_id text!, user_id bigint!, created_at bigint!, content_cipher text!`,
  revisions: `name text!, revision bigint!`,
  root_keys: `generation bigint!, key_id text!, state text!, lookup_keys text!`,
  sessions: `
    id_hash text!, user_id bigint!, auth_version bigint!, created_at bigint!, seen_at bigint!, expires_at bigint!,
    address text!, agent text!, awaits_factor boolean, confirmed_at bigint`,
  stored_responses: `id text!, user_id bigint!, created_at bigint!, expires_at bigint!, bytes bigint!, content_cipher text!`,
  tokens: `
    id integer!, user_id bigint!, secret_id text!, key_cipher text!, key_hmac text!, status bigint!, name text!,
    created_time bigint!, accessed_time bigint!, expired_time bigint!, remain_quota bigint!, unlimited_quota
    boolean!, used_quota bigint!, models text!, subnet text!, deleted_at bigint, old_key_hmac text, old_key_until
    bigint, old_key_cipher text, token_group text, limit_revision bigint`,
  totp_secrets: `user_id bigint!, secret_cipher text!, is_active boolean!, last_step bigint!, created_at bigint!`,
  users: `
    id integer!, username text!, password_hash text!, display_name text!, role bigint!, status bigint!, quota
    bigint!, used_quota bigint!, request_count bigint!, user_group text!, inviter_id bigint!, auth_version
    bigint!, must_change_password boolean!, created_at bigint!, email text, github_id text, wechat_id text,
    lark_id text, oidc_id text, access_token_hmac text, aff_code text, reminded_below bigint, reminded_empty
    boolean, reminding_until bigint, reminder_tries bigint, username_folded text, username_shape text,
    github_unconfirmed boolean, wechat_unconfirmed boolean, lark_unconfirmed boolean, oidc_unconfirmed boolean,
    muted_mails text`,
}

/** Those of SQLite. */
const INDEXES = [
  `INDEX alert_deliveries_due on alert_deliveries (state, due_at)`,
  `UNIQUE INDEX alert_deliveries_once on alert_deliveries (alert_id, target_id, event)`,
  `UNIQUE INDEX alerts_open on alerts (open_mark)`,
  `INDEX alerts_rule on alerts (rule_id, resolved_at)`,
  `INDEX audit_entries_action on audit_entries (action, id)`,
  `INDEX audit_entries_actor on audit_entries (actor_id, id)`,
  `INDEX audit_entries_object on audit_entries (object, id)`,
  `UNIQUE INDEX audit_entries_ordinal on audit_entries (ordinal)`,
  `INDEX audit_entries_time on audit_entries (created_at, id)`,
  `INDEX channel_keys_channel on channel_keys (channel_id)`,
  `INDEX channels_key on channels (key_hmac)`,
  `INDEX corrections_user on corrections (user_id, created_at)`,
  `INDEX known_devices_user on known_devices (user_id)`,
  `INDEX ledger_entries_credits on ledger_entries (user_id, id) where kind <> 'consume'`,
  `UNIQUE INDEX ledger_entries_once on ledger_entries (request_id, kind) where kind <> 'consume'`,
  `INDEX logs_created on logs (created_at)`,
  `INDEX logs_rare on logs (type, id) where type <> 2`,
  `INDEX passkey_challenges_holder on passkey_challenges (holder_hmac)`,
  `INDEX passkeys_user on passkeys (user_id)`,
  `INDEX recovery_codes_user on recovery_codes (user_id)`,
  `INDEX redemptions_name on redemptions (name)`,
  `INDEX request_bodies_created on request_bodies (created_at)`,
  `INDEX request_bodies_user on request_bodies (user_id)`,
  `INDEX sessions_user on sessions (user_id)`,
  `INDEX stored_responses_end on stored_responses (expires_at)`,
  `INDEX stored_responses_user on stored_responses (user_id, created_at, bytes)`,
  `UNIQUE INDEX tokens_old_key_hmac on tokens (old_key_hmac)`,
  `INDEX tokens_user on tokens (user_id, id)`,
  `UNIQUE INDEX users_username_folded on users (username_folded)`,
  `UNIQUE INDEX users_username_shape on users (username_shape)`,
]

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly required: number | boolean
}

const columnsIn = async (name: StoreHarness['name'], kysely: Kysely<Schema>): Promise<readonly Column[]> => {
  const inSqlite = sql<Column>`select t.name as "table", c.name as "column", lower(c.type) as type, c."notnull" or c.pk as required
    from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite%' order by t.name, c.cid`
  const schema = name === 'MySQL' ? sql`database()` : sql`current_schema()`
  const onServer = sql<Column>`select table_name as ${sql.ref('table')}, column_name as ${sql.ref('column')}, '' as type,
    case when is_nullable = 'NO' then 1 else 0 end as required
    from information_schema.columns where table_schema = ${schema} order by table_name, ordinal_position`
  return (await (name === 'SQLite' ? inSqlite : onServer).execute(kysely)).rows
}

describeStore('the schema', (harness) => {
  const isSqlite = harness.name === 'SQLite'

  it('has these tables and columns on every database', async () => {
    const found = await harness.raw(({ kysely }) => columnsIn(harness.name, kysely))
    const tables = Map.groupBy(found, ({ table }) => table)
    const written = ({ column, type, required }: Column) => `${column}${isSqlite ? ` ${type}` : ''}${Number(required) === 1 ? '!' : ''}`
    const wanted = Object.entries(TABLES).map(([table, columns]) => {
      const words = columns.trim().replaceAll(/\s+/g, ' ').split(', ')
      return [table, isSqlite ? words : words.map((word) => word.replace(/ \w+/, ''))] as const
    })
    expect([...tables].map(([table, columns]) => [table, columns.map(written)] as const).toSorted()).toEqual(wanted.toSorted())
  })

  if (isSqlite) {
    it('has these indexes', async () => {
      const { rows } = await harness.raw(({ kysely }) =>
        sql<{ words: string }>`select sql as words from sqlite_master where type = 'index' and sql is not null order by name`.execute(
          kysely,
        ),
      )
      expect(rows.map(({ words }) => words.replace(/^create /i, '').replaceAll('"', ''))).toEqual(INDEXES)
    })
  }
})
