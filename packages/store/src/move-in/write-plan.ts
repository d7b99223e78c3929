import { randomUUID } from 'node:crypto'
import { RedemptionStatus } from '@weir/contract/redemption'
import { Role, UserStatus } from '@weir/contract/user'
import type { Kysely, Transaction } from 'kysely'
import { insertAudit } from '../audit/append.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import type { Value } from '../dialect/engine.ts'
import { insertRows } from '../insert-rows.ts'
import { tokenKeyPlace } from '../repositories/insert-token.ts'
import { optionPlace } from '../repositories/options.ts'
import { redemptionPlace } from '../repositories/redemptions.ts'
import { totpPlace } from '../repositories/sign-in/second-factors.ts'
import { sealOverrides } from '../channels/secret-overrides.ts'
import { configPlace, furtherKeyPlace, keyPlace } from '../channels/to-channel.ts'
import { noteChanges } from '../channels/note-changes.ts'
import type { Schema } from '../schema.ts'
import type { Plan } from './plan.ts'
import { openingEntries } from './target-state.ts'

/** Above that of an account the first start makes: a session of that one is none of the imported one with its number. */
const AUTH_VERSION = 2

type Row = Readonly<Record<string, Value>>

/** Part of a transaction of the caller. */
class PlanWriter {
  readonly #db: Transaction<Schema>
  readonly #context: StoreContext
  readonly #plan: Plan
  readonly #now: number

  constructor(db: Transaction<Schema>, context: StoreContext, plan: Plan) {
    this.#db = db
    this.#context = context
    this.#plan = plan
    this.#now = nowSeconds(context.clock)
  }

  async #insert(table: keyof Schema, rows: readonly Row[]): Promise<void> {
    const [first] = rows
    if (first !== undefined) await insertRows(this.#db, this.#context.engine, { table, columns: Object.keys(first), rows })
  }

  async users(): Promise<void> {
    const { vault } = this.#context
    await this.#insert(
      'users',
      this.#plan.users.map((user) => ({
        id: user.id,
        username: user.username,
        username_folded: user.folded,
        username_shape: user.shape,
        password_hash: user.passwordHash,
        display_name: user.displayName,
        role: user.role,
        status: user.status,
        email: user.email,
        github_id: user.githubId,
        wechat_id: user.wechatId,
        lark_id: user.larkId,
        oidc_id: user.oidcId,
        access_token_hmac: user.accessToken === null ? null : vault.lookup('access-token-hmac', user.accessToken),
        quota: user.granted - user.used - user.forfeited,
        used_quota: user.used,
        request_count: user.requestCount,
        user_group: user.group,
        aff_code: user.affCode,
        inviter_id: user.inviterId,
        auth_version: AUTH_VERSION,
        must_change_password: false,
        created_at: user.createdAt || this.#now,
      })),
    )
    await this.#insert(
      'ledger_entries',
      this.#plan.users.flatMap(openingEntries).map(({ userId, kind, amount, request }) => ({
        user_id: userId,
        token_id: 0,
        channel_id: 0,
        kind,
        amount,
        request_id: request,
        created_at: this.#now,
        note: `imported from ${this.#plan.family}`,
      })),
    )
    await this.#insert(
      'totp_secrets',
      this.#plan.users.flatMap(({ id, totpSecret }) =>
        totpSecret === undefined
          ? []
          : [
              {
                user_id: id,
                secret_cipher: vault.seal('totp-encrypt', totpPlace(id), totpSecret),
                is_active: true,
                last_step: 0,
                created_at: this.#now,
              },
            ],
      ),
    )
  }

  async tokens(): Promise<void> {
    const { vault } = this.#context
    await this.#insert(
      'tokens',
      this.#plan.tokens.map((token) => {
        const secretId = randomUUID()
        return {
          id: token.id,
          user_id: token.userId,
          secret_id: secretId,
          key_cipher: vault.seal('token-encrypt', tokenKeyPlace(secretId), token.key),
          key_hmac: vault.lookup('token-lookup', token.key),
          status: token.status,
          name: token.name,
          created_time: token.createdTime,
          accessed_time: token.accessedTime,
          expired_time: token.expiredTime,
          remain_quota: token.remainQuota,
          unlimited_quota: token.isUnlimited,
          used_quota: token.usedQuota,
          models: token.models,
          subnet: token.subnet,
          token_group: token.group,
        }
      }),
    )
  }

  async channels(): Promise<void> {
    const { vault } = this.#context
    await this.#insert(
      'channels',
      this.#plan.channels.map((channel) => {
        const secretId = randomUUID()
        return {
          id: channel.id,
          type: channel.type,
          secret_id: secretId,
          key_cipher: vault.seal('channel-encrypt', keyPlace(secretId), channel.key),
          key_hmac: vault.lookup('channel-lookup', channel.key),
          status: channel.status,
          name: channel.name,
          weight: channel.weight,
          created_time: channel.createdTime,
          test_time: channel.testTime,
          response_time: channel.responseTime,
          base_url: channel.baseUrl,
          other: channel.other,
          balance: channel.balance,
          balance_updated_time: channel.balanceUpdatedTime,
          models: channel.models,
          group_list: channel.group,
          tag: channel.tag,
          used_quota: channel.usedQuota,
          model_mapping: channel.modelMapping,
          priority: channel.priority,
          config: channel.config,
          config_cipher: vault.seal('channel-encrypt', configPlace(secretId), channel.secretConfig),
          system_prompt: channel.systemPrompt,
          header_override: channel.headerOverride,
          param_override: channel.paramOverride,
          proxy: channel.proxy,
          overrides_cipher: sealOverrides(vault, secretId, channel.secretOverrides),
          // What reads like a reference is a key here: it was one where it comes from.
          is_key_reference: false,
          key_status: channel.keyState.status,
          key_reason: '',
          key_changed_at: channel.keyState.changedAt,
          key_mode: channel.keyMode,
        }
      }),
    )
    await this.#insert(
      'channel_keys',
      this.#plan.channels.flatMap(({ id, furtherKeys }) =>
        furtherKeys.map(({ key, status, changedAt }) => {
          const secretId = randomUUID()
          return {
            channel_id: id,
            secret_id: secretId,
            key_cipher: vault.seal('channel-encrypt', furtherKeyPlace(secretId), key),
            key_hmac: vault.lookup('channel-lookup', key),
            is_key_reference: false,
            status,
            reason: '',
            changed_at: changedAt,
          }
        }),
      ),
    )
  }

  async redemptions(): Promise<void> {
    const { vault } = this.#context
    await this.#insert(
      'redemptions',
      this.#plan.redemptions.map((code) => {
        const secretId = randomUUID()
        return {
          id: code.id,
          user_id: code.userId,
          secret_id: secretId,
          key_cipher: code.status === RedemptionStatus.used ? '' : vault.seal('code-encrypt', redemptionPlace(secretId), code.key),
          key_hmac: vault.lookup('code-lookup', code.key),
          status: code.status,
          name: code.name,
          quota: code.quota,
          created_time: code.createdTime,
          redeemed_time: code.redeemedTime,
          redeemed_by: code.redeemedBy,
        }
      }),
    )
  }

  async options(): Promise<void> {
    const { vault } = this.#context
    const names = this.#plan.options.map(({ name }) => name)
    if (names.length === 0) return
    const root = this.#plan.users.find(({ role, status }) => role >= Role.root && status === UserStatus.enabled)
    await this.#db.deleteFrom('options').where('name', 'in', names).execute()
    await this.#insert(
      'options',
      this.#plan.options.map(({ name, value, isSecret }) => ({
        name,
        value: isSecret ? vault.seal('option-encrypt', optionPlace(name), value) : value,
        is_sealed: isSecret,
        saved_role: Role.root,
        saved_by: root?.id ?? 0,
        saved_at: this.#now,
        is_withheld: false,
      })),
    )
  }

  async trail(source: string): Promise<void> {
    const origin = { actorId: 0, actorName: 'command', credential: 'command', address: '', requestId: '' }
    await insertAudit(this.#db, this.#now, [{ ...origin, action: 'import', object: source, before: '', after: '' }])
  }
}

/** The account that the first start made, and whoever is signed in as it. */
const removeFirstRoot = async (db: Kysely<Schema>, userId: number): Promise<void> => {
  for (const table of ['sessions', 'tokens', 'ledger_entries', 'ledger_sums', 'recovery_codes', 'known_devices'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  await db.deleteFrom('users').where('id', '=', userId).execute()
}

const NUMBERED = ['users', 'tokens', 'channels', 'redemptions'] as const

/** Everything but the log, as part of a transaction of the caller that has found the target fresh. */
export const writePlan = async (
  db: Transaction<Schema>,
  context: StoreContext,
  { plan, firstRootId }: { readonly plan: Plan; readonly firstRootId: number | undefined },
): Promise<void> => {
  if (firstRootId !== undefined) await removeFirstRoot(db, firstRootId)
  const writer = new PlanWriter(db, context, plan)
  await writer.users()
  await writer.tokens()
  await writer.channels()
  await writer.redemptions()
  await writer.options()
  await writer.trail(plan.family)
  for (const table of NUMBERED) await context.engine.numberAfterLast(db, table)
  await noteChanges(db, 'all')
}
