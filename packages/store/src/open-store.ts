import type { AnswerIds } from '@weir/relay/answer-ids'
import type { ClientSecrets } from '@weir/relay/client-secrets'
import type { Identities } from '@weir/relay/identity'
import type { BudgetPool } from '@weir/relay/guards/budgets'
import type { ChannelPool, Clock, Ledger } from '@weir/relay/ports'
import { createAlertBook, type AlertBook } from './alerts/alert-book.ts'
import { createAlertDeliveries, type AlertDeliveries } from './alerts/alert-deliveries.ts'
import { createAlertFigures, type AlertFigures } from './alerts/alert-figures.ts'
import { createAlertRules, type AlertRules } from './alerts/alert-rules.ts'
import { createAlertTargets, type AlertTargets } from './alerts/alert-targets.ts'
import { createAnswerIds } from './answer-ids.ts'
import { createClientSecrets } from './client-secrets.ts'
import { nowSeconds, type StoreContext } from './context.ts'
import { createCorrections, type Corrections } from './corrections/corrections.ts'
import { openDatabase } from './database.ts'
import { parseDsn } from './dsn.ts'
import type { FollowedClock } from './followed-clock.ts'
import { adoptKeys, createFollowedKeys, type FollowedKeys } from './keys/follow-keys.ts'
import { createKeyRotation, type KeyRotation } from './keys/rotation.ts'
import { createBudgetWarnings, type BudgetWarnings } from './metering/budget-warnings.ts'
import { createBalances, type Balances } from './metering/balances.ts'
import { createLedgerMaintenance, type LedgerMaintenance } from './metering/ledger-maintenance.ts'
import { createFigures, type Figures } from './metering/figures.ts'
import { createLogIndex, type LogIndex } from './log-index/log-index.ts'
import { createLedger } from './metering/ledger.ts'
import { createReminders, type Reminders } from './metering/reminders.ts'
import { createMoveIn, type MoveIn } from './move-in/move-in.ts'
import { installationId } from './installation.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { createAccounts, type Accounts } from './repositories/accounts.ts'
import { createBudgetPool, createBudgetsRepository, type BudgetsRepository } from './repositories/budgets.ts'
import { createAudit, type Audit } from './repositories/audit.ts'
import { createChannels, type Channels } from './repositories/channels.ts'
import { createChannelKeys, type ChannelKeys } from './repositories/channel-keys.ts'
import { createChannelTests, type ChannelTests } from './channels/channel-tests.ts'
import { createCodes, type Codes } from './repositories/sign-in/codes.ts'
import { createKnownDevices, type KnownDevices } from './repositories/sign-in/known-devices.ts'
import { createIdentities } from './repositories/identities.ts'
import { createLogs, type Logs } from './repositories/logs/logs.ts'
import { createSavedFilters, type SavedFilters } from './repositories/logs/saved-filters.ts'
import { createMailChoices, type MailChoices } from './repositories/sign-in/mail-choices.ts'
import { createOauthStates, type OauthStates } from './repositories/sign-in/oauth-states.ts'
import { createOptions, type Options } from './repositories/options.ts'
import { createPool } from './repositories/pool.ts'
import { createRateCounts, type RateCounts } from './repositories/rate-counts.ts'
import { createRedemptions, type Redemptions } from './repositories/redemptions.ts'
import { createPasskeyChallenges, type PasskeyChallenges } from './repositories/sign-in/passkey-challenges.ts'
import { createPasskeys, type Passkeys } from './repositories/sign-in/passkeys.ts'
import { createSecondFactors, type SecondFactors } from './repositories/sign-in/second-factors.ts'
import { createSessions, type Sessions } from './repositories/sign-in/sessions.ts'
import { createRequestBodies, type RequestBodies } from './repositories/logs/request-bodies.ts'
import { createStoredResponses, type StoredResponses } from './repositories/stored-responses.ts'
import { createTokens, type Tokens } from './repositories/tokens.ts'
import { createUsage, type Usage } from './repositories/usage.ts'
import { createUserEdits, type UserEdits } from './repositories/user-edits.ts'
import { createUsers, type Users } from './repositories/users.ts'
import { createAccountStatements, type AccountStatements } from './statements/account-statements.ts'
import { createLedgerSums, type LedgerSums } from './statements/ledger-sums.ts'
import { createStatistics, type Statistics } from './statistics/statistics.ts'
import { createUpstreamUsages, type UpstreamUsages } from './statements/upstream-usage.ts'
import { createKeyring, type Vault } from './vault.ts'

export interface StoreOptions {
  /** Empty: SQLite at `sqlitePath`. */
  readonly dsn: string
  readonly sqlitePath: string
  /** 32 bytes that never enter the database. */
  readonly rootKey: Uint8Array
  /** While the root key is replaced: the next one, or the one before. */
  readonly otherRootKeys?: readonly Uint8Array[]
  /** The same after a restart, and of no other running process: holds of an earlier life are found by it. */
  readonly nodeId: string
  readonly clock: Clock
  /** Given the way to ask for the time at the database, before anything is written and with every heartbeat: what sets the clock. */
  readonly followTime?: FollowedClock['follow']
  /** Refuses an empty database instead of filling it. */
  readonly mustExist?: boolean
  /** Told after every commit of the ledger how many operations shared it. */
  readonly onCommit?: (operations: number) => void
  /** Takes the place of the way to connect. */
  readonly openDatabase?: typeof openDatabase
}

export interface Store {
  readonly users: Users
  readonly userEdits: UserEdits
  readonly accounts: Accounts
  readonly codes: Codes
  readonly oauthStates: OauthStates
  readonly rateCounts: RateCounts
  readonly sessions: Sessions
  readonly factors: SecondFactors
  readonly passkeys: Passkeys
  readonly passkeyChallenges: PasskeyChallenges
  readonly devices: KnownDevices
  readonly tokens: Tokens
  readonly channels: Channels
  readonly channelKeys: ChannelKeys
  readonly channelTests: ChannelTests
  readonly options: Options
  readonly logs: Logs
  readonly savedFilters: SavedFilters
  readonly logIndex: LogIndex
  readonly ledgerSums: LedgerSums
  readonly usage: Usage
  readonly statistics: Statistics
  readonly redemptions: Redemptions
  readonly audit: Audit
  readonly identities: Identities
  readonly pool: ChannelPool
  readonly budgetPool: BudgetPool
  readonly budgetList: BudgetsRepository
  readonly ledger: Ledger
  readonly ledgerMaintenance: LedgerMaintenance
  readonly corrections: Corrections
  readonly statements: AccountStatements
  readonly upstreamUsages: UpstreamUsages
  readonly balances: Balances
  readonly figures: Figures
  readonly reminders: Reminders
  readonly budgetWarnings: BudgetWarnings
  readonly mailChoices: MailChoices
  readonly alertTargets: AlertTargets
  readonly alertRules: AlertRules
  readonly alertBook: AlertBook
  readonly alertDeliveries: AlertDeliveries
  readonly alertFigures: AlertFigures
  readonly vault: Vault
  readonly answerIds: AnswerIds
  readonly storedAnswers: StoredResponses
  readonly requestBodies: RequestBodies
  readonly clientSecrets: ClientSecrets
  readonly keys: FollowedKeys
  readonly keyRotation: KeyRotation
  readonly moveIn: MoveIn
  /** Tells this installation from another on the same host. */
  readonly installationId: string
  /** Throws `StoreUnavailable` when the database cannot be written: on a full disk it still answers. */
  probe(): Promise<void>
  /** Waits for running commits. */
  close(): Promise<void>
}

/** Connects, checks the root key, brings the schema up to date and gives back what an earlier life of this node held. */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const keyring = createKeyring([options.rootKey, ...(options.otherRootKeys ?? [])])
  const { vault } = keyring
  const database = (options.openDatabase ?? openDatabase)(parseDsn(options.dsn, options.sqlitePath))
  const { kysely } = database
  const base = { ...database, vault, clock: options.clock, nodeId: options.nodeId }
  const followTime = async (): Promise<void> => options.followTime?.(() => database.engine.now(kysely))
  try {
    await followTime()
    if (options.mustExist === true) await requireMigrated(database)
    await migrate(database, keyring, nowSeconds(options.clock))
    const identities = createIdentities(base)
    const pool = createPool(base)
    const budgetPool = createBudgetPool(base)
    const ledger = createLedger({ ...base, ...(options.onCommit && { onCommit: options.onCommit }) })
    const context: StoreContext = {
      ...base,
      identitiesChanged: () => identities.forgetAll(),
      channelsChanged: () => pool.forget(),
      budgetsChanged: () => budgetPool.forget(),
    }
    const ledgerMaintenance = createLedgerMaintenance({ ...context, followTime }, ledger)
    await ledgerMaintenance.heartbeat()
    const { nodeId } = options
    await adoptKeys({ kysely, keyring, nodeId })
    await ledgerMaintenance.releaseOwnHolds()
    return {
      users: createUsers(context),
      userEdits: createUserEdits(context),
      accounts: createAccounts(context),
      codes: createCodes(context),
      oauthStates: createOauthStates(context),
      rateCounts: createRateCounts(context),
      sessions: createSessions(context),
      factors: createSecondFactors(context),
      passkeys: createPasskeys(context),
      passkeyChallenges: createPasskeyChallenges(context),
      devices: createKnownDevices(context),
      tokens: createTokens(context),
      channels: createChannels(context),
      channelKeys: createChannelKeys(context),
      channelTests: createChannelTests(context),
      options: createOptions(context),
      logs: createLogs(context),
      savedFilters: createSavedFilters(context),
      logIndex: createLogIndex(context),
      ledgerSums: createLedgerSums(context),
      usage: createUsage(context),
      statistics: createStatistics(context),
      redemptions: createRedemptions(context),
      audit: createAudit(context),
      identities,
      pool,
      budgetPool,
      budgetList: createBudgetsRepository(context),
      ledger,
      ledgerMaintenance,
      corrections: createCorrections(context),
      statements: createAccountStatements(context),
      upstreamUsages: createUpstreamUsages(context),
      balances: createBalances(context),
      figures: createFigures(context),
      reminders: createReminders(context),
      budgetWarnings: createBudgetWarnings(context),
      mailChoices: createMailChoices(context),
      alertTargets: createAlertTargets(context),
      alertRules: createAlertRules(context),
      alertBook: createAlertBook(context),
      alertDeliveries: createAlertDeliveries(context),
      alertFigures: createAlertFigures(context),
      vault,
      answerIds: createAnswerIds(vault),
      storedAnswers: createStoredResponses(context),
      requestBodies: createRequestBodies(context),
      clientSecrets: createClientSecrets(vault),
      keys: createFollowedKeys({ kysely, keyring, nodeId }),
      keyRotation: createKeyRotation({ ...context, keyring }),
      moveIn: createMoveIn(context),
      installationId: await installationId(kysely),
      probe: () => ledgerMaintenance.heartbeat(),
      async close() {
        await ledger.drain()
        await kysely.destroy()
      },
    }
  } catch (error) {
    await kysely.destroy()
    throw error
  }
}
