import { toQuota } from '@weir/ledger/quota'
import { usageRecord } from '@weir/relay/testing/usage-record'
import { yieldToRequests } from '../yield-to-requests.ts'
import { openStore } from '../open-store.ts'
import { TEST_ROOT_KEY } from './root-key.ts'

/** Spends from one account in several loops, sums the log up meanwhile, and prints each request id after its settlement was acknowledged. */
const [sqlitePath = '', userId = ''] = process.argv.slice(2)
const store = await openStore({ dsn: '', sqlitePath, rootKey: TEST_ROOT_KEY, nodeId: 'node-1', clock: () => Date.now() })

const spend = async (): Promise<never> => {
  for (;;) {
    const hold = { requestId: crypto.randomUUID(), userId: Number(userId), tokenId: 0, isTokenLimited: false, amount: toQuota(100) }
    await store.ledger.hold(hold)
    const record = usageRecord({ createdAt: Math.floor(Date.now() / 1000) })
    await store.ledger.settle({ hold, cost: toQuota(3), record })
    process.stdout.write(`${hold.requestId}\n`)
  }
}

const sumUp = async (): Promise<never> => {
  for (;;) {
    await store.logIndex.advance()
    await yieldToRequests()
  }
}

await Promise.all([sumUp(), ...Array.from({ length: 8 }, spend)])
