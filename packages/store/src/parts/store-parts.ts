import { createAlertBook, type AlertBook } from '../alerts/alert-book.ts'
import { createAlertDeliveries, type AlertDeliveries } from '../alerts/alert-deliveries.ts'
import { createAlertFigures, type AlertFigures } from '../alerts/alert-figures.ts'
import { createAlertRules, type AlertRules } from '../alerts/alert-rules.ts'
import { createAlertTargets, type AlertTargets } from '../alerts/alert-targets.ts'
import { createCorrections, type Corrections } from '../corrections/corrections.ts'
import { createBudgetWarnings, type BudgetWarnings } from '../metering/budget-warnings.ts'
import { createBalances, type Balances } from '../metering/balances.ts'
import { createFigures, type Figures } from '../metering/figures.ts'
import { createLogIndex, type LogIndex } from '../log-index/log-index.ts'
import { createReminders, type Reminders } from '../metering/reminders.ts'
import { createAccounts, type Accounts } from '../repositories/accounts.ts'
import { createBudgetsRepository, type BudgetsRepository } from '../repositories/budgets.ts'
import { createAudit, type Audit } from '../repositories/audit.ts'
import { createChannels, type Channels } from '../repositories/channels.ts'
import { createChannelKeys, type ChannelKeys } from '../repositories/channel-keys.ts'
import { createChannelTests, type ChannelTests } from '../channels/channel-tests.ts'
import { createCodes, type Codes } from '../repositories/sign-in/codes.ts'
import { createKnownDevices, type KnownDevices } from '../repositories/sign-in/known-devices.ts'
import { createLogs, type Logs } from '../repositories/logs/logs.ts'
import { createSavedFilters, type SavedFilters } from '../repositories/logs/saved-filters.ts'
import { createMailChoices, type MailChoices } from '../repositories/sign-in/mail-choices.ts'
import { createOauthStates, type OauthStates } from '../repositories/sign-in/oauth-states.ts'
import { createOptions, type Options } from '../repositories/options.ts'
import { createRateCounts, type RateCounts } from '../repositories/rate-counts.ts'
import { createRedemptions, type Redemptions } from '../repositories/redemptions.ts'
import { createPasskeyChallenges, type PasskeyChallenges } from '../repositories/sign-in/passkey-challenges.ts'
import { createPasskeys, type Passkeys } from '../repositories/sign-in/passkeys.ts'
import { createSecondFactors, type SecondFactors } from '../repositories/sign-in/second-factors.ts'
import { createSessions, type Sessions } from '../repositories/sign-in/sessions.ts'
import { createRequestBodies, type RequestBodies } from '../repositories/logs/request-bodies.ts'
import { createStoredResponses, type StoredResponses } from '../repositories/stored-responses.ts'
import { createTokens, type Tokens } from '../repositories/tokens.ts'
import { createUsage, type Usage } from '../repositories/usage.ts'
import { createUserEdits, type UserEdits } from '../repositories/user-edits.ts'
import { createUsers, type Users } from '../repositories/users.ts'
import { createAccountStatements, type AccountStatements } from '../statements/account-statements.ts'
import { createLedgerSums, type LedgerSums } from '../statements/ledger-sums.ts'
import { createStatistics, type Statistics } from '../statistics/statistics.ts'
import { createUpstreamUsages, type UpstreamUsages } from '../statements/upstream-usage.ts'
import { logDatabaseOf, type StoreContext } from '../context.ts'

/** The repositories that read and write by queries alone, and so work on a connection as in a transaction. */
export interface StoreParts {
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
  readonly budgetList: BudgetsRepository
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
  readonly storedAnswers: StoredResponses
  readonly requestBodies: RequestBodies
}

export const createStoreParts = (context: StoreContext): StoreParts => ({
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
  usage: createUsage(logDatabaseOf(context)),
  statistics: createStatistics(logDatabaseOf(context)),
  redemptions: createRedemptions(context),
  audit: createAudit(context),
  budgetList: createBudgetsRepository(context),
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
  storedAnswers: createStoredResponses(context),
  requestBodies: createRequestBodies(context),
})
