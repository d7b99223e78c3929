import { afterEach, describe, expect, it } from 'bun:test'
import { ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { databases } from '../harness/databases.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { runWeir } from '../harness/run-weir.ts'
import { MODEL, openStand, ownLogs, selfOf } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

for (const kind of databases) {
  describe(`a long stream of a killed server on ${kind.name}`, () => {
    it('is charged at its last note at the next start, as cut and by estimate', async () => {
      const database = await kind.fresh()
      cleanups.push(() => database.drop())
      const stand = await openStand({ dataDir: database.dataDir, environment: database.environment })
      cleanups.push(
        () => stand.fake.stop(),
        () => stand.weir.close(),
      )
      const content = ask({ text: 'water '.repeat(8000), events: 4, waits: 'between-events' })
      const stream = await stand.openai.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }], stream: true })
      const reading = (async () => {
        for await (const chunk of stream) if (chunk.choices[0]?.finish_reason === 'stop') return 'finished'
        return 'ended'
      })().catch(() => 'broken')
      await eventually('the second event to wait', () => (stand.fake.gate.waiting === 1 ? true : undefined))
      stand.fake.gate.go()
      const noted = 'reservations where progress_cost > 0'
      await eventually('a note', async () => ((await database.count(noted)) === 1 ? true : undefined))
      await stand.weir.kill()
      expect(await reading).not.toBe('finished')

      const { dataDir, environment } = stand.weir
      const weir = await Weir.start({ dataDir, environment, port: Number(new URL(stand.weir.url).port) })
      cleanups.push(() => weir.close())
      const root = await ApiClient.signIn(weir.url)
      const self = await selfOf(root)
      const [row] = await ownLogs(root)
      expect(row?.quota).toBeGreaterThan(0)
      expect([self.used_quota, self.request_count]).toEqual([row?.quota ?? 0, 1])
      expect(await database.count(`logs where outcome = 'cut' and detail like '%"source":"estimate"%'`)).toBe(1)
      expect(await database.count('reservations')).toBe(0)
      expect((await runWeir(['ledger', 'verify'], weir.environment)).code).toBe(0)
    })
  })
}
