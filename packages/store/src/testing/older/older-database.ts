import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from '../../database.ts'
import { parseDsn, type DatabaseAddress } from '../../dsn.ts'

export type OlderFamily = 'one-api' | 'new-api'
type Cell = string | number | bigint | boolean | null
export type OlderRow = Readonly<Record<string, Cell>>
export type OlderRows = Readonly<Record<string, readonly OlderRow[]>>

/** As the older programs declare them: w a whole number, t a text, c a short text, b a switch, r a real number, d a date. */
const SHARED = {
  options: 'key:c value:t',
}

const SCHEMAS: Readonly<Record<OlderFamily, Readonly<Record<string, string>>>> = {
  'one-api': {
    ...SHARED,
    users: `id:w username:c password:t display_name:t role:w status:w email:t github_id:t wechat_id:t lark_id:t oidc_id:t access_token:c quota:w
      used_quota:w request_count:w group:c aff_code:c inviter_id:w`,
    tokens: `id:w user_id:w key:c status:w name:t created_time:w accessed_time:w expired_time:w remain_quota:w unlimited_quota:b used_quota:w
      models:t subnet:t`,
    channels: `id:w type:w key:t status:w name:t weight:w created_time:w test_time:w response_time:w base_url:t other:t balance:r
      balance_updated_time:w models:t group:c used_quota:w model_mapping:t priority:w config:t system_prompt:t`,
    redemptions: 'id:w user_id:w key:c status:w name:t quota:w created_time:w redeemed_time:w',
    abilities: 'group:c model:c channel_id:w enabled:b priority:w',
    logs: `id:w user_id:w created_at:w type:w content:t username:t token_name:t model_name:t quota:w prompt_tokens:w completion_tokens:w
      channel_id:w request_id:t elapsed_time:w is_stream:b system_prompt_reset:b`,
  },
  'new-api': {
    ...SHARED,
    users: `id:w username:c password:t display_name:t role:w status:w email:t github_id:t discord_id:t oidc_id:t wechat_id:t telegram_id:t
      access_token:c quota:w used_quota:w request_count:w group:c aff_code:c aff_count:w aff_quota:w aff_history:w inviter_id:w deleted_at:d
      linux_do_id:t setting:t remark:t stripe_customer:c created_at:w last_login_at:w auth_version:w`,
    tokens: `id:w user_id:w key:c status:w name:t created_time:w accessed_time:w expired_time:w remain_quota:w unlimited_quota:b
      model_limits_enabled:b model_limits:t allow_ips:t used_quota:w group:t cross_group_retry:b auto_groups:t deleted_at:d`,
    channels: `id:w type:w key:t open_ai_organization:t test_model:t status:w name:t weight:w created_time:w test_time:w response_time:w
      base_url:t other:t balance:r balance_updated_time:w models:t group:c used_quota:w model_mapping:t status_code_mapping:t priority:w
      auto_ban:w other_info:t tag:t setting:t param_override:t header_override:t remark:t channel_info:t settings:t`,
    redemptions: 'id:w user_id:w key:c status:w name:t quota:w created_time:w redeemed_time:w used_user_id:w deleted_at:d expired_time:w',
    logs: `id:w user_id:w created_at:w type:w content:t username:t token_name:t model_name:t quota:w prompt_tokens:w completion_tokens:w
      use_time:w is_stream:b channel_id:w channel_name:t token_id:w group:t ip:t request_id:c upstream_request_id:c other:t`,
    two_fas: 'id:w user_id:w secret:c is_enabled:b failed_attempts:w deleted_at:d',
    top_ups: 'id:w user_id:w amount:w money:r',
  },
}

const TYPES = {
  sqlite: { w: 'integer', t: 'text', c: 'text', b: 'numeric', r: 'real', d: 'datetime' },
  postgres: { w: 'bigint', t: 'text', c: 'varchar(128)', b: 'boolean', r: 'double precision', d: 'timestamptz' },
  mysql: { w: 'bigint', t: 'longtext', c: 'varchar(128)', b: 'tinyint(1)', r: 'double', d: 'datetime(3)' },
} as const

const quoteFor = (kind: DatabaseAddress['kind']) => (name: string) => (kind === 'mysql' ? `\`${name}\`` : `"${name}"`)

const columnsOf = (family: OlderFamily, table: string): readonly (readonly [string, keyof (typeof TYPES)['sqlite']])[] =>
  (SCHEMAS[family][table] ?? '').split(/\s+/).map((pair) => {
    const [name = '', type = 't'] = pair.split(':')
    return [name, type as keyof (typeof TYPES)['sqlite']]
  })

const createSql = (kind: DatabaseAddress['kind'], family: OlderFamily, table: string): string => {
  const quote = quoteFor(kind)
  const columns = columnsOf(family, table).map(
    ([name, type]) => `${quote(name)} ${TYPES[kind][type]}${name === 'id' ? ' primary key' : ''}`,
  )
  return `create table ${quote(table)} (${columns.join(', ')})${kind === 'mysql' ? ' default charset=utf8mb4' : ''}`
}

/** SQLite has no booleans, and no WAL here: an older program leaves the journal as it is. */
const fillSqlite = (path: string, family: OlderFamily, rows: OlderRows): void => {
  const database = new Database(path, { create: true })
  const asCell = (cell: Cell) => (typeof cell === 'boolean' ? Number(cell) : cell)
  const quote = quoteFor('sqlite')
  database.transaction(() => {
    for (const table of Object.keys(SCHEMAS[family])) database.run(createSql('sqlite', family, table))
    for (const [table, all] of Object.entries(rows)) {
      for (const row of all) {
        const names = Object.keys(row)
        const places = names.map(() => '?').join(', ')
        database
          .query(`insert into ${quote(table)} (${names.map(quote).join(', ')}) values (${places})`)
          .run(...Object.values(row).map(asCell))
      }
    }
  })()
  database.close()
}

/** A database as one-api or new-api makes it. The address names an empty database, or a file that is not there yet. */
export const makeOlderDatabase = async (address: string, family: OlderFamily, rows: OlderRows): Promise<void> => {
  if (!address.includes('://')) {
    if (existsSync(address)) throw new Error(`${address} exists`)
    return fillSqlite(address, family, rows)
  }
  const parsed = parseDsn(address, '')
  const { kysely } = openDatabase(parsed)
  for (const table of Object.keys(SCHEMAS[family])) await sql.raw(createSql(parsed.kind, family, table)).execute(kysely)
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const names = sql.join(Object.keys(row).map((name) => sql.ref(name)))
      await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(kysely)
    }
  }
  await kysely.destroy()
}
