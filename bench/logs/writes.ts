import type { Store } from '@weir/store/open-store'
import { quantile } from './measure.ts'
import { detail, rowAt, ROWS, skewed, USERS } from './rows.ts'

const WRITES = 10_000

type Settlement = Parameters<Store['ledger']['settle']>[0]
const COST = 5 as Settlement['cost']

/** Holds and settlements of 32 parallel requests, as the relay books them. */
export const measureWrites = async ({ users, ledger }: Store): Promise<void> => {
  const created = { passwordHash: '', displayName: '', role: 1, startQuota: 1_000_000_000 }
  const userIds = await Promise.all(
    Array.from({ length: USERS }, (_, index) => users.create({ ...created, username: `bench-${performance.timeOrigin}-${index}` })),
  )
  const book = async (): Promise<void> => {
    const at = skewed(USERS)
    const hold = { requestId: Bun.randomUUIDv7(), userId: userIds[at - 1] ?? 0, tokenId: 0, isTokenLimited: false, amount: COST }
    await ledger.hold(hold)
    const { user_id: _user, created_at: createdAt, ...row } = rowAt(ROWS)
    const record: Settlement['record'] = {
      createdAt,
      username: row.username,
      tokenName: row.token_name,
      model: row.model_name,
      channelId: row.channel_id,
      promptTokens: row.prompt_tokens,
      completionTokens: row.completion_tokens,
      elapsedMs: row.elapsed_time,
      isStream: row.is_stream,
      isSystemPromptReset: false,
      isLogged: true,
      outcome: 'ok',
      content: row.content,
      detail,
    }
    await ledger.settle({ hold, cost: COST, record })
  }
  const bookMany = async (count: number): Promise<void> => {
    let begun = 0
    const work = async (): Promise<void> => {
      while (begun++ < count) await book()
    }
    await Promise.all(Array.from({ length: 32 }, work))
  }
  await bookMany(WRITES)
  const costs: number[] = []
  for (let round = 0; round < 3; round++) {
    const cpu = process.cpuUsage()
    await bookMany(WRITES)
    const { user, system } = process.cpuUsage(cpu)
    costs.push((user + system) / WRITES)
  }
  costs.sort((a, b) => a - b)
  console.log(`  hold and settlement: ${quantile(costs, 0.5).toFixed(1)} µs of this process per request`)
}
