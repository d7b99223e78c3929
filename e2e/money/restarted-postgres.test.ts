import { afterEach, describe, expect, it } from 'bun:test'
import { findPostgresFolder } from '../../tools/test-servers/find-program.ts'
import { preparePostgres } from '../../tools/test-servers/servers.ts'
import { ask } from '../fake-upstream/behaviour.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, closeStand, openStand, selfOf, unitsFor, type Stand } from '../harness/stand.ts'
import { TcpRelay } from '../nodes/tcp-relay.ts'

const PRICE = unitsFor(100, 10)
const CONTENT = ask({ usage: { prompt_tokens: 100, completion_tokens: 10 }, events: 3 })
const CALLERS = 8
const REFUSED = 503
/** What the first account starts with: it is all there again, spent or not, once nothing is held. */
const FIRST_CREDIT = 500_000_000_000_000

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** Calls again and again, one request at a time. */
class Caller {
  readonly #stand: Stand
  readonly #isStream: boolean
  readonly ended: Promise<void>
  received = 0
  refused = 0
  isStopped = false

  constructor(stand: Stand, isStream: boolean) {
    this.#stand = stand
    this.#isStream = isStream
    this.ended = this.#run()
  }

  async #run(): Promise<void> {
    while (!this.isStopped) {
      const reply = await fetch(`${this.#stand.weir.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-${this.#stand.token.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: MODEL, stream: this.#isStream, messages: [{ role: 'user', content: CONTENT }] }),
      })
      const text = await reply.text()
      if (reply.status === REFUSED) this.refused++
      else if (reply.ok && (!this.#isStream || text.includes('[DONE]'))) this.received++
    }
  }
}

/** Until every caller has gone on by so many. */
const untilAll = async (callers: readonly Caller[], what: 'received' | 'refused', more: number): Promise<void> => {
  const from = callers.map((caller) => caller[what])
  await eventually(`everyone to have ${more} more ${what}`, () =>
    callers.every((caller, index) => caller[what] >= (from[index] ?? 0) + more) ? true : undefined,
  )
}

/** Nobody is served while the database is away, and afterwards what was received is charged, and no more than was produced. */
const goesOnAfter = async (stand: Stand, outage: { begin(): Promise<void> | void; end(): Promise<void> | void }): Promise<void> => {
  const callers = Array.from({ length: CALLERS }, (_, index) => new Caller(stand, index % 2 === 0))
  await untilAll(callers, 'received', 3)

  await outage.begin()
  // Once everyone was refused, nothing of before is on its way any more.
  await untilAll(callers, 'refused', 1)
  const asked = stand.fake.journal.length
  await untilAll(callers, 'refused', 3)
  expect(stand.fake.journal).toHaveLength(asked)

  await outage.end()
  await untilAll(callers, 'received', 3)
  for (const caller of callers) caller.isStopped = true
  await Promise.all(callers.map(({ ended }) => ended))

  const received = callers.reduce((sum, caller) => sum + caller.received, 0)
  const produced = stand.fake.journal.filter(({ isFinished }) => isFinished).length
  const self = await eventually('the books to be closed', async () => {
    const now = await selfOf(stand.root)
    return now.quota + now.used_quota === FIRST_CREDIT ? now : undefined
  })
  expect((await runWeir(['ledger', 'verify'], stand.weir.environment)).code).toBe(0)
  expect(self.used_quota % PRICE).toBe(0)
  expect(self.used_quota / PRICE).toBeGreaterThanOrEqual(received)
  expect(self.used_quota / PRICE).toBeLessThanOrEqual(produced)
}

const programs = findPostgresFolder()
if (programs !== undefined) {
  const openOn = async (address: string): Promise<Stand> => {
    const stand = await openStand({ environment: { SQL_DSN: address } })
    cleanups.push(() => closeStand(stand))
    return stand
  }

  describe('PostgreSQL that is restarted under load', () => {
    it('ST-03 has requests refused while it is away, none served for nothing, and Weir goes on without a restart', async () => {
      const postgres = await preparePostgres(programs)
      let server = await postgres.start()
      cleanups.push(() => server.stop())
      await goesOnAfter(await openOn(postgres.address), {
        begin: () => server.pause('SIGINT'),
        end: async () => {
          server = await postgres.start()
        },
      })
    })
  })

  describe('PostgreSQL that falls silent under load', () => {
    it('has requests refused as if it were away, and Weir goes on once it answers again', async () => {
      const postgres = await preparePostgres(programs)
      const server = await postgres.start()
      cleanups.push(() => server.stop())
      const line = await TcpRelay.open(postgres.address)
      cleanups.push(() => line.close())
      await goesOnAfter(await openOn(line.addressOf(postgres.address)), { begin: () => line.cut('silence'), end: () => line.mend() })
    })
  })
}
