import { join } from 'node:path'
import { createBudget, getBudget } from '@weir/contract/budget'
import { createToken } from '@weir/contract/token'
import { eventually } from '../../tools/testing/eventually.ts'
import { databases } from '../harness/databases.ts'
import { MODEL, closeStand, openStand } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

/** Three nodes on one PostgreSQL, with and without Redis: of 1000 parallel requests on a budget of 100, exactly 100 are served. */

const ROUNDS = Number(process.argv[2] ?? 3)
const LIMIT = 100
const CALLS = 1000
const kind = databases.find(({ name }) => name === 'PostgreSQL')
const redisUrl = process.env['TEST_REDIS_URL'] ?? ''
if (kind === undefined || redisUrl === '') throw new Error('this needs PostgreSQL and Redis')

const problems: string[] = []
for (const withRedis of [true, false]) {
  const database = await kind.fresh()
  const environment = {
    ...database.environment,
    SECRET_KEY_FILE: join(database.dataDir, 'secret.key'),
    ...(withRedis && { REDIS_CONN_STRING: redisUrl }),
  }
  const stand = await openStand({ environment, dataDir: database.dataDir })
  const others = [await Weir.start({ environment }), await Weir.start({ environment })]
  const urls = [stand.weir.url, ...others.map(({ url }) => url)]

  const chat = async (url: string, key: string): Promise<Response> => {
    const reply = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hello' }] }),
    })
    await reply.arrayBuffer()
    return reply
  }

  const budgetedToken = async (period: 'month' | 'total') => {
    const { id: scopeId, key } = await stand.root.call(createToken, { body: { name: 'budgeted', unlimited_quota: true } })
    const body = { scope: 'token', scope_id: scopeId, unit: 'requests', period, limit: LIMIT } as const
    const { id } = await stand.root.call(createBudget, { body })
    let known = 0
    await eventually('all nodes to know the budget', async () => {
      const replies = await Promise.all(urls.map((url) => chat(url, key)))
      known += replies.length
      return replies.every(({ headers }) => headers.get('x-ratelimit-limit-requests') === String(LIMIT)) ? true : undefined
    })
    if (known > LIMIT) throw new Error('the nodes took too long to learn of the budget')
    const { used } = await stand.root.call(getBudget, { params: { id } })
    return { id, key, used }
  }

  for (let round = 1; round <= ROUNDS; round++) {
    const { id, key, used } = await budgetedToken(round % 2 === 0 ? 'month' : 'total')
    const started = performance.now()
    const replies = await Promise.all(Array.from({ length: CALLS }, (_, index) => chat(urls[index % urls.length] ?? '', key)))
    const served = replies.filter(({ status }) => status === 200).length
    const refused = replies.filter(({ status }) => status === 429).length
    const after = await stand.root.call(getBudget, { params: { id } })
    const ms = Math.round(performance.now() - started)
    process.stdout.write(`Redis ${withRedis}, round ${round}: ${used} before, ${served} served, ${refused} refused in ${ms} ms\n`)
    if (used + served !== LIMIT || served + refused !== CALLS || after.used !== LIMIT || after.reserved !== 0)
      problems.push(`Redis ${withRedis}, round ${round}: ${used} + ${served} of ${LIMIT}, counted ${after.used} and ${after.reserved}`)
  }
  for (const other of others) await other.close()
  await closeStand(stand)
  await database.drop()
}

for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exit(problems.length === 0 ? 0 : 1)
