import { afterEach, describe, expect, it } from 'bun:test'
import { ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { databases, type FreshDatabase } from '../harness/databases.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, openStand, ownLogs, selfOf, unitsFor, type Stand } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

/** What the first account starts with. */
const FIRST_CREDIT = 500_000_000_000_000
const STREAMS = 8
const WAITING = 8
const DONE = 5

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const openOn = async (database: FreshDatabase): Promise<Stand> => {
  cleanups.push(() => database.drop())
  const stand = await openStand({ dataDir: database.dataDir, environment: database.environment })
  cleanups.push(
    () => stand.fake.stop(),
    () => stand.weir.close(),
  )
  return stand
}

const restart = async (stand: Stand): Promise<Weir> => {
  const { dataDir, environment } = stand.weir
  const weir = await Weir.start({ dataDir, environment, port: Number(new URL(stand.weir.url).port) })
  cleanups.push(() => weir.close())
  return weir
}

/** True when the caller received the whole reply. */
const chat = async (stand: Stand, content: string, isStream: boolean): Promise<boolean> => {
  const messages = [{ role: 'user' as const, content }]
  try {
    if (!isStream) return (await stand.openai.chat.completions.create({ model: MODEL, messages })).id !== ''
    let hasFinished = false
    const stream = await stand.openai.chat.completions.create({ model: MODEL, messages, stream: true })
    for await (const chunk of stream) hasFinished ||= chunk.choices[0]?.finish_reason === 'stop'
    return hasFinished
  } catch {
    return false
  }
}

const verify = (weir: Weir) => runWeir(['ledger', 'verify'], weir.environment)

for (const kind of databases) {
  describe(`a killed server on ${kind.name}`, () => {
    it('gives back what it held, and has booked what it finished exactly once', async () => {
      const database = await kind.fresh()
      const stand = await openOn(database)
      const price = unitsFor(100, 10)
      const finished = ask({ usage: { prompt_tokens: 100, completion_tokens: 10 } })
      for (let turn = 0; turn < DONE; turn++) expect(await chat(stand, finished, turn % 2 === 0)).toBe(true)

      const streams = Array.from({ length: STREAMS }, () => chat(stand, ask({ events: 50, waits: 'between-events' }), true))
      const waiting = Array.from({ length: WAITING }, () => chat(stand, ask({ waits: 'before-reply' }), false))
      await eventually('all requests to be open', () => Promise.resolve(stand.fake.gate.waiting === STREAMS + WAITING ? true : undefined))
      expect((await selfOf(stand.root)).quota).toBeLessThan(FIRST_CREDIT - DONE * price)
      await stand.weir.kill()
      expect(await Promise.all([...streams, ...waiting])).toEqual(Array(STREAMS + WAITING).fill(false))
      // Those that came together share a lease, and streams have rows of their own from their first checkpoint on.
      expect(await database.count('reservations')).toBeGreaterThan(0)

      const weir = await restart(stand)
      expect(await database.count('reservations')).toBe(0)
      const root = await ApiClient.signIn(weir.url)
      const self = await selfOf(root)
      expect([self.quota, self.used_quota, self.request_count]).toEqual([FIRST_CREDIT - DONE * price, DONE * price, DONE])
      const charged = (await ownLogs(root)).filter(({ quota }) => quota > 0)
      expect(charged.map(({ quota }) => quota)).toEqual(Array(DONE).fill(price))
      expect(await verify(weir)).toEqual({ code: 0, stdout: 'All balances agree with the ledger.\n', stderr: '' })
    })

    it('has booked every reply that a caller received, however it was killed', async () => {
      const database = await kind.fresh()
      const stand = await openOn(database)
      const price = unitsFor(100, 10)
      const content = ask({ usage: { prompt_tokens: 100, completion_tokens: 10 }, events: 3 })
      let received = 0
      const caller = async (isStream: boolean): Promise<void> => {
        while (await chat(stand, content, isStream)) received++
      }
      const callers = Array.from({ length: 16 }, (_, index) => caller(index % 2 === 0))
      await eventually('some replies', () => (received >= 100 ? true : undefined))
      await stand.weir.kill()
      await Promise.all(callers)

      const weir = await restart(stand)
      const self = await selfOf(await ApiClient.signIn(weir.url))
      const produced = stand.fake.journal.filter(({ isFinished }) => isFinished).length
      expect(self.used_quota % price).toBe(0)
      expect(self.request_count).toBe(self.used_quota / price)
      expect(self.used_quota / price).toBeGreaterThanOrEqual(received)
      expect(self.used_quota / price).toBeLessThanOrEqual(produced)
      expect(self.quota).toBe(FIRST_CREDIT - self.used_quota)
      expect(await database.count('reservations')).toBe(0)
      expect((await verify(weir)).code).toBe(0)
    })
  })
}

describe('the check of the ledger', () => {
  it('names the account whose balance was changed behind its back', async () => {
    const [sqlite] = databases
    if (sqlite === undefined) throw new Error('SQLite is always there')
    const database = await sqlite.fresh()
    const stand = await openOn(database)
    await chat(stand, 'hello', false)
    await stand.weir.stop()
    await database.run('update users set quota = quota + 1')
    const { code, stderr } = await verify(stand.weir)
    expect(code).toBe(1)
    expect(stderr).toStartWith('weir: 1 account disagrees with the ledger\nuser 1 (root): balance')
  })

  it('names the request whose log row was changed', async () => {
    const [sqlite] = databases
    if (sqlite === undefined) throw new Error('SQLite is always there')
    const database = await sqlite.fresh()
    const stand = await openOn(database)
    await chat(stand, 'hello', false)
    await stand.weir.stop()
    await database.run('update logs set quota = 123456 where type = 2')
    const { code, stderr } = await verify(stand.weir)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^weir: requests whose charge does not follow from their log row:\n[\w-]+: charged 123456, the row says \d+\n$/)
  })
})
