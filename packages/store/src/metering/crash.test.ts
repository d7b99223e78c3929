import { expect, it } from 'bun:test'
import { join } from 'node:path'
import { describeStore } from '../testing/store-harness.ts'

const program = join(import.meta.dir, '../testing/spend-until-killed.ts')

/** Runs the spender on the file and kills it without warning once it has acknowledged enough. */
const spendAndKill = async (sqlitePath: string, userId: number): Promise<readonly string[]> => {
  const child = Bun.spawn([process.execPath, program, sqlitePath, String(userId)], { stdout: 'pipe', stderr: 'inherit' })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > 37 * 200) child.kill('SIGKILL')
  }
  await child.exited
  return text.split('\n').slice(0, -1)
}

describeStore('killed process', (harness) => {
  // Only here do the data live with the process; a database server outlives it.
  if (harness.name !== 'SQLite') return

  it('has booked every request it acknowledged, and holds nothing at the next start', async () => {
    const database = await harness.migrated()
    const before = await harness.open(database)
    const userId = await harness.user(1_000_000, before)
    await before.close()

    const acknowledged = await spendAndKill(database.sqlitePath, userId)
    expect(acknowledged.length).toBeGreaterThanOrEqual(200)

    const after = await harness.open(database)
    const booked = await harness.raw(
      ({ kysely }) => kysely.selectFrom('ledger_entries').select('request_id').where('kind', '=', 'consume').execute(),
      database,
    )
    const bookedIds = new Set(booked.map((row) => row.request_id))
    expect(acknowledged.filter((requestId) => !bookedIds.has(requestId))).toEqual([])
    expect(await after.ledgerMaintenance.verify()).toEqual([])
    expect((await harness.balance(userId, after)).quota).toBe(1_000_000 - 3 * bookedIds.size)
    await after.logIndex.advance()
    expect((await after.logs.sum({})).quota).toBe(3 * bookedIds.size)
  })
})
