import { first } from './0001-first.ts'
import { redemptionsAndAudit } from './0002-redemptions-and-audit.ts'
import { signInCodes } from './0003-sign-in-codes.ts'
import { rateCounts } from './0004-rate-counts.ts'
import { remindersAndProgress } from './0005-reminders-and-progress.ts'
import { logSums } from './0006-log-sums.ts'
import { reminderLeases } from './0007-reminder-leases.ts'
import { nameShapesOfUsers } from './0008-name-shapes.ts'
import { logPlaces } from './0009-log-places.ts'
import { lighterCharges } from './0010-lighter-charges.ts'
import { savedBy } from './0011-saved-by.ts'
import { secondFactors } from './0012-second-factors.ts'
import { replacedKeys } from './0013-replaced-keys.ts'
import { passkeys } from './0014-passkeys.ts'
import { rootKeys } from './0016-root-keys.ts'
import { keyReferences } from './0017-key-references.ts'
import { keptRetries } from './0018-kept-retries.ts'
import { channelTests } from './0019-channel-tests.ts'
import { budgets } from './0020-budgets.ts'
import { tokenGroups } from './0021-token-groups.ts'
import { corrections } from './0022-corrections.ts'
import { costs } from './0023-costs.ts'
import { storedResponses } from './0024-stored-responses.ts'
import { logOutcomes } from './0025-log-outcomes.ts'
import { channelTags } from './0026-channel-tags.ts'
import { channelKeys } from './0027-channel-keys.ts'
import { logSlots } from './0029-log-slots.ts'
import { channelOverrides } from './0030-channel-overrides.ts'
import { alerts } from './0031-alerts.ts'
import { auditChain } from './0032-audit-chain.ts'
import { ledgerSums } from './0034-ledger-sums.ts'
import { channelChanges } from './0035-channel-changes.ts'
import { requestBodies } from './0036-request-bodies.ts'
import { tokenLimits } from './0037-token-limits.ts'
import { onceIds } from './0038-once-ids.ts'
import { logOutcomeSums } from './0039-log-outcome-sums.ts'
import { logFaultSums } from './0041-log-fault-sums.ts'
import { requestMarks } from './0042-request-marks.ts'
import { logChannelModelSums } from './0043-log-channel-model-sums.ts'
import { logSlotNames } from './0044-log-slot-names.ts'
import { leases } from './0045-leases.ts'
import type { MigrationContext } from './table-builder.ts'

export interface Migration {
  readonly name: string
  up(context: MigrationContext): Promise<void>
}

/** In order. A migration that was released is never edited; a change is a new one. */
export const migrations: readonly Migration[] = [
  first,
  redemptionsAndAudit,
  signInCodes,
  rateCounts,
  remindersAndProgress,
  logSums,
  reminderLeases,
  nameShapesOfUsers,
  logPlaces,
  lighterCharges,
  savedBy,
  secondFactors,
  replacedKeys,
  passkeys,
  rootKeys,
  keyReferences,
  keptRetries,
  channelTests,
  budgets,
  tokenGroups,
  corrections,
  costs,
  storedResponses,
  logOutcomes,
  channelTags,
  channelKeys,
  logSlots,
  channelOverrides,
  alerts,
  auditChain,
  ledgerSums,
  channelChanges,
  requestBodies,
  tokenLimits,
  onceIds,
  logOutcomeSums,
  logFaultSums,
  requestMarks,
  logChannelModelSums,
  logSlotNames,
  leases,
]
