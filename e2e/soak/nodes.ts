import { parseArgs } from 'node:util'
import * as scenarios from '../nodes/scenarios.ts'

/** Three nodes on one PostgreSQL with one Redis, and what happens to nodes: every answer is compared with its row, and the ledger with itself. */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '10' },
    streams: { type: 'string', default: '300' },
    pause: { type: 'string', default: '30' },
    only: { type: 'string', default: '' },
  },
})
const sizes: scenarios.Sizes = {
  requests: Number(values.requests),
  kills: Number(values.kills),
  streams: Number(values.streams),
  pauseSeconds: Number(values.pause),
}
const { kill, pause, redis, redisSilent, postgres, postgresSilent, rolling, clock } = scenarios
const all = { kill, pause, redis, 'redis-silent': redisSilent, postgres, 'postgres-silent': postgresSilent, rolling, clock }
const chosen = Object.entries(all).filter(([name]) => values.only === '' || values.only.split(',').includes(name))
if (chosen.length === 0) throw new Error(`--only=${values.only} names none of ${Object.keys(all).join(', ')}`)

let isRight = true
for (const [, run] of chosen) {
  const startedAt = performance.now()
  const { text, problems } = await run(sizes)
  isRight &&= problems.length === 0
  process.stdout.write(`${text}; ${problems.length} problems in ${Math.round((performance.now() - startedAt) / 1000)} s\n`)
  for (const problem of problems) process.stdout.write(`  ${problem}\n`)
}
process.exit(isRight ? 0 : 1)
