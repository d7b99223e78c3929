import type { Source, SourceRow } from '../dialect/source/source.ts'
import { BadSource } from './source-value.ts'

export const FAMILIES = ['one-api', 'new-api'] as const
export type Family = (typeof FAMILIES)[number]

/** The rows of an older database but for its log. */
export interface OlderData {
  readonly family: Family
  readonly users: readonly SourceRow[]
  readonly tokens: readonly SourceRow[]
  readonly channels: readonly SourceRow[]
  readonly redemptions: readonly SourceRow[]
  readonly options: readonly SourceRow[]
  /** Secrets of authenticator apps. */
  readonly factors: readonly SourceRow[]
  /** What there is no place for, by table: how many rows. */
  readonly homeless: ReadonlyMap<string, number>
  /** `table.column` that no known version has. */
  readonly unknownColumns: readonly string[]
}

/** Without these a table of the name is not the one that is meant, or is of a version that keeps its data elsewhere. */
const REQUIRED = {
  users: ['id', 'username', 'password', 'role', 'status', 'quota', 'used_quota'],
  tokens: ['id', 'user_id', 'key', 'status', 'remain_quota', 'unlimited_quota'],
  channels: ['id', 'type', 'key', 'status', 'models'],
  redemptions: ['id', 'key', 'status', 'quota'],
  options: ['key', 'value'],
} as const

type Table = keyof typeof REQUIRED

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Every column that one of the known versions has. */
const KNOWN: Readonly<Record<Table, ReadonlySet<string>>> = {
  users: new Set(
    words(`id username password display_name role status email github_id wechat_id lark_id oidc_id access_token quota used_quota request_count
      group aff_code inviter_id discord_id telegram_id aff_count aff_quota aff_history deleted_at linux_do_id setting remark stripe_customer
      created_at last_login_at auth_version verification_code`),
  ),
  tokens: new Set(
    words(`id user_id key status name created_time accessed_time expired_time remain_quota unlimited_quota used_quota models subnet
      model_limits_enabled model_limits allow_ips group cross_group_retry auto_groups deleted_at`),
  ),
  channels: new Set(
    words(`id type key status name weight created_time test_time response_time base_url other balance balance_updated_time models group
      used_quota model_mapping priority config system_prompt open_ai_organization test_model status_code_mapping auto_ban other_info tag
      setting param_override header_override remark channel_info settings`),
  ),
  redemptions: new Set(words(`id user_id key status name quota created_time redeemed_time used_user_id deleted_at expired_time`)),
  options: new Set(['key', 'value']),
}

const HOMELESS = ['two_fa_backup_codes', 'external_identity_claims', 'user_subscriptions', 'top_ups', 'passkey_credentials'] as const

const NEW_API_MARKS: readonly (readonly [Table, string])[] = [
  ['tokens', 'model_limits'],
  ['channels', 'auto_ban'],
  ['channels', 'channel_info'],
]

type Columns = ReadonlyMap<Table, ReadonlySet<string>>

const tables = Object.keys(REQUIRED) as readonly Table[]

const columnsIn = async (source: Source): Promise<Columns> => {
  const own = await source.columnsOf('ledger_entries')
  if (own.size > 0) throw new BadSource('this is a database of Weir itself, not of one-api or new-api')
  const columns = new Map<Table, ReadonlySet<string>>()
  for (const table of tables) columns.set(table, await source.columnsOf(table))
  const absent = tables.filter((table) => columns.get(table)?.size === 0)
  if (absent.length > 0) throw new BadSource(`this is no database of one-api or new-api: it has no table ${absent.join(', ')}`)
  return columns
}

const requireShape = (columns: Columns): void => {
  const missing = tables.flatMap((table) =>
    REQUIRED[table].filter((column) => columns.get(table)?.has(column) !== true).map((column) => `${table}.${column}`),
  )
  if (missing.length > 0)
    throw new BadSource(`the source has no ${missing.join(', ')}: its version is not known here, and nothing was taken from it`)
}

const familyOf = (columns: Columns, wanted: Family | undefined): Family => {
  const isNew = NEW_API_MARKS.some(([table, column]) => columns.get(table)?.has(column) === true)
  const found: Family = isNew ? 'new-api' : 'one-api'
  if (wanted !== undefined && wanted !== found) throw new BadSource(`--from says ${wanted}, but the tables are those of ${found}`)
  return found
}

const readHomeless = async (source: Source): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>()
  for (const table of HOMELESS) {
    if ((await source.columnsOf(table)).size === 0) continue
    const [row] = await source.query(`select count(*) as total from ${source.quote(table)}`)
    if (Number(row?.['total'] ?? 0) > 0) found.set(table, Number(row?.['total']))
  }
  return found
}

/** Everything but the log, as it was at one moment. */
export const readOlderData = (source: Source, wanted: Family | undefined): Promise<OlderData> =>
  source.readTogether(async () => {
    const columns = await columnsIn(source)
    requireShape(columns)
    const family = familyOf(columns, wanted)
    const all = (table: string, order = 'id') => source.query(`select * from ${source.quote(table)} order by ${source.quote(order)}`)
    return {
      family,
      users: await all('users'),
      tokens: await all('tokens'),
      channels: await all('channels'),
      redemptions: await all('redemptions'),
      options: await all('options', 'key'),
      factors: (await source.columnsOf('two_fas')).has('secret') ? await all('two_fas') : [],
      homeless: await readHomeless(source),
      unknownColumns: tables.flatMap((table) =>
        [...(columns.get(table) ?? [])].filter((column) => !KNOWN[table].has(column)).map((column) => `${table}.${column}`),
      ),
    }
  })
