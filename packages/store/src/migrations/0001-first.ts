import type { Engine } from '../dialect/engine.ts'
import { addColumns, addId, addNullableColumns, startKeyedTable, startTable, type MigrationContext } from './table-builder.ts'

const addAccounts = async (context: MigrationContext, { columns: c }: Engine): Promise<void> => {
  const users = addColumns(addId(startTable(context, 'users'), context.engine), {
    username: c.shortText,
    password_hash: c.text,
    display_name: c.shortText,
    role: c.count,
    status: c.count,
    quota: c.quota,
    used_quota: c.quota,
    request_count: c.count,
    user_group: c.shortText,
    inviter_id: c.reference,
    auth_version: c.count,
    must_change_password: c.boolean,
    created_at: c.epoch,
  })
  // Empty means NULL here: two users without one do not collide.
  const linked = ['email', 'github_id', 'wechat_id', 'lark_id', 'oidc_id', 'access_token_hmac', 'aff_code']
  const withLinks = addNullableColumns(users, Object.fromEntries(linked.map((name) => [name, c.shortText])))
  await ['username', ...linked].reduce((table, name) => table.addUniqueConstraint(`users_${name}`, [name]), withLinks).execute()

  const sessions = startKeyedTable(context, 'sessions', 'id_hash')
  await addColumns(sessions, {
    user_id: c.reference,
    auth_version: c.count,
    created_at: c.epoch,
    seen_at: c.epoch,
    expires_at: c.epoch,
    address: c.shortText,
    agent: c.shortText,
  }).execute()
}

const addTokens = async (context: MigrationContext, { columns: c }: Engine): Promise<void> => {
  const tokens = addColumns(addId(startTable(context, 'tokens'), context.engine), {
    user_id: c.reference,
    secret_id: c.shortText,
    key_cipher: c.text,
    key_hmac: c.shortText,
    status: c.count,
    name: c.shortText,
    created_time: c.epoch,
    accessed_time: c.epoch,
    expired_time: c.epoch,
    remain_quota: c.quota,
    unlimited_quota: c.boolean,
    used_quota: c.quota,
    models: c.text,
    subnet: c.text,
  })
  await addNullableColumns(tokens, { deleted_at: c.epoch }).addUniqueConstraint('tokens_key_hmac', ['key_hmac']).execute()
}

const addChannels = async (context: MigrationContext, { columns: c }: Engine): Promise<void> => {
  await addColumns(addId(startTable(context, 'channels'), context.engine), {
    type: c.count,
    secret_id: c.shortText,
    key_cipher: c.text,
    key_hmac: c.shortText,
    status: c.count,
    name: c.shortText,
    weight: c.count,
    created_time: c.epoch,
    test_time: c.epoch,
    response_time: c.count,
    base_url: c.text,
    other: c.text,
    balance: c.real,
    balance_updated_time: c.epoch,
    models: c.text,
    group_list: c.text,
    used_quota: c.quota,
    model_mapping: c.text,
    priority: c.count,
    config: c.text,
    config_cipher: c.text,
    system_prompt: c.text,
  }).execute()
}

const addMetering = async (context: MigrationContext, { columns: c }: Engine): Promise<void> => {
  const reservations = startKeyedTable(context, 'reservations', 'request_id')
  await addColumns(reservations, {
    user_id: c.reference,
    token_id: c.reference,
    is_token_limited: c.boolean,
    amount: c.quota,
    node_id: c.shortText,
    created_at: c.epoch,
  }).execute()

  const entries = addColumns(addId(startTable(context, 'ledger_entries'), context.engine), {
    user_id: c.reference,
    token_id: c.reference,
    channel_id: c.reference,
    kind: c.shortText,
    amount: c.quota,
    created_at: c.epoch,
    note: c.text,
  })
  await addNullableColumns(entries, { request_id: c.shortText })
    .addUniqueConstraint('ledger_entries_request', ['request_id', 'kind'])
    .execute()

  await addColumns(addId(startTable(context, 'logs'), context.engine), {
    user_id: c.reference,
    created_at: c.epoch,
    type: c.count,
    content: c.text,
    username: c.shortText,
    token_name: c.shortText,
    model_name: c.shortText,
    quota: c.quota,
    prompt_tokens: c.count,
    completion_tokens: c.count,
    channel_id: c.reference,
    request_id: c.shortText,
    elapsed_time: c.count,
    is_stream: c.boolean,
    system_prompt_reset: c.boolean,
    outcome: c.shortText,
    detail: c.text,
  }).execute()
}

const addOperation = async (context: MigrationContext, { columns: c }: Engine): Promise<void> => {
  await addColumns(startKeyedTable(context, 'options', 'name'), { value: c.text, is_sealed: c.boolean }).execute()
  await addColumns(startKeyedTable(context, 'nodes', 'node_id'), { seen_at: c.epoch }).execute()
  await addColumns(startKeyedTable(context, 'revisions', 'name'), { revision: c.count }).execute()
  const { db } = context
  await db.deleteFrom('revisions').execute()
  await db
    .insertInto('revisions')
    .values([
      { name: 'channels', revision: 0 },
      { name: 'options', revision: 0 },
    ])
    .execute()
}

/** What a sum adds up: in the index, so that a month is read without touching the rows. */
const FIGURES = ['type', 'quota', 'prompt_tokens', 'completion_tokens'] as const

/** Newest first is by time and then by number. The type comes along, so that a deep page is counted off inside the index. */
const LOG_INDEXES = [
  ['logs_time', 'logs', ['created_at', 'id', ...FIGURES]],
  ['logs_user', 'logs', ['user_id', 'created_at', 'id', ...FIGURES]],
  ['logs_model', 'logs', ['model_name', 'created_at', 'id', ...FIGURES]],
  ['logs_username', 'logs', ['username', 'created_at', 'id', ...FIGURES]],
  ['logs_token', 'logs', ['token_name', 'created_at', 'id', ...FIGURES]],
  ['logs_channel', 'logs', ['channel_id', 'created_at', 'id', ...FIGURES]],
] as const

/**
 * The id closes an index so that "newest first, from here on" is one walk along it. Reservations have none but their key: only requests
 * under way are in the table, and an index would cost every request two writes.
 */
const INDEXES = [
  ['sessions_user', 'sessions', ['user_id']],
  ['tokens_user', 'tokens', ['user_id', 'id']],
  ['channels_key', 'channels', ['key_hmac']],
  ['ledger_entries_user', 'ledger_entries', ['user_id', 'id']],
  ...LOG_INDEXES,
] as const

export const first = {
  name: '0001-first',
  async up(context: MigrationContext): Promise<void> {
    const { engine } = context
    await addAccounts(context, engine)
    await addTokens(context, engine)
    await addChannels(context, engine)
    await addMetering(context, engine)
    await addOperation(context, engine)
    for (const [name, table, columns] of INDEXES) await engine.createIndex(context.db, { name, table, columns })
  },
}
