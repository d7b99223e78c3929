import { toQuota } from '@weir/ledger/quota'
import type { Ledger, UsageRecord } from '@weir/relay/ports'
import { usageRecord } from '@weir/relay/testing/usage-record'

interface Charge {
  readonly userId: number
  readonly cost: number
  readonly tokenId?: number
  readonly requestId?: string
}

/** A request that was held for and is settled. Throws where the hold is refused. */
export const charge = async (
  ledger: Pick<Ledger, 'hold' | 'settle'>,
  { userId, cost, tokenId = 0, requestId = crypto.randomUUID() }: Charge,
  over: Partial<UsageRecord> = {},
): Promise<void> => {
  const hold = { requestId, userId, tokenId, isTokenLimited: false, amount: toQuota(cost) }
  const outcome = await ledger.hold(hold)
  if (outcome !== 'held') throw new Error(`A hold of ${cost} for user ${userId} was refused: ${JSON.stringify(outcome)}`)
  await ledger.settle({ hold, cost: toQuota(cost), record: usageRecord(over) })
}
