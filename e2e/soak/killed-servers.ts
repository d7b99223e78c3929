import { eventually } from '../../tools/testing/eventually.ts'
import { nextTurn } from '../../tools/testing/next-turn.ts'
import { ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { databases } from '../harness/databases.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, openStand, selfOf, unitsFor } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

/** Kills the server at random moments under load, again and again; after every restart the books must be right to the unit. */

const KILLS = Number(process.argv[2] ?? 200)
const PARALLEL = 100
const MOST_REPLIES_BETWEEN_KILLS = 400
const FIRST_CREDIT = 500_000_000_000_000
const [kind] = databases.filter(({ name }) => name === (process.argv[3] ?? 'SQLite'))
if (kind === undefined) throw new Error('that database is not there')

const database = await kind.fresh()
const stand = await openStand({ dataDir: database.dataDir, environment: database.environment })
const port = Number(new URL(stand.weir.url).port)
const price = unitsFor(100, 10)
const body = JSON.stringify({
  model: MODEL,
  stream: true,
  messages: [{ role: 'user', content: ask({ usage: { prompt_tokens: 100, completion_tokens: 10 }, events: 3 }) }],
})
let received = 0
let weir = stand.weir
let isRunning = true

const callAgain = async (): Promise<void> => {
  while (isRunning) {
    try {
      const response = await fetch(`${stand.weir.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-${stand.token.key}`, 'content-type': 'application/json' },
        body,
      })
      if ((await response.text()).includes('[DONE]')) received++
    } catch {
      // The server is being killed: the loop that does it must get its turn.
      await nextTurn()
    }
  }
}

const problems: string[] = []
for (let kill = 1; kill <= KILLS; kill++) {
  isRunning = true
  const callers = Array.from({ length: PARALLEL }, callAgain)
  const enough = received + Math.floor(Math.random() * MOST_REPLIES_BETWEEN_KILLS)
  await eventually('replies since the last kill', () => (received >= enough ? true : undefined))
  await weir.kill()
  isRunning = false
  await Promise.all(callers)
  weir = await Weir.start({ dataDir: database.dataDir, environment: database.environment, port })
  const self = await selfOf(await ApiClient.signIn(weir.url))
  const open = await database.count('reservations')
  const booked = self.used_quota / price
  if (open !== 0) problems.push(`kill ${kill}: ${open} holds left open`)
  if (!Number.isInteger(booked) || booked < received) problems.push(`kill ${kill}: ${booked} booked, ${received} received`)
  if (booked > stand.fake.journal.filter(({ isFinished }) => isFinished).length)
    problems.push(`kill ${kill}: booked more than upstream finished`)
  if (self.quota + self.used_quota !== FIRST_CREDIT)
    problems.push(`kill ${kill}: ${self.quota} left and ${self.used_quota} used do not add up`)
}
const { code } = await runWeir(['ledger', 'verify'], weir.environment)
process.stdout.write(
  `${KILLS} kills under ${PARALLEL} parallel streams on ${kind.name}: ${received} replies received, ${problems.length} problems, ledger verify ${code === 0 ? 'clean' : 'NOT clean'}\n`,
)
for (const problem of problems) process.stdout.write(`${problem}\n`)
await weir.close()
await stand.fake.stop()
await database.drop()
process.exit(problems.length === 0 && code === 0 ? 0 : 1)
