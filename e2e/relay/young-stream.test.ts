import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import { eventually } from '../../tools/testing/eventually.ts'
import { ask } from '../fake-upstream/behaviour.ts'
import { ApiClient } from '../harness/api-client.ts'
import { MODEL, closeStand, nextLog, openStand, type Stand } from '../harness/stand.ts'
import { Weir } from '../harness/weir.ts'

const open: Stand[] = []

afterEach(async () => {
  for (const stand of open.splice(0)) await closeStand(stand)
})

const PATIENCE_MS = 60_000

const hasCheckpoint = (dataDir: string): boolean => {
  using file = new Database(join(dataDir, 'weir.db'), { readonly: true })
  return file.query('select 1 from reservations where progress_record is not null').get() !== null
}

describe('a server killed in the first seconds of a stream', () => {
  it(
    'charges the first words, though nothing came after them',
    async () => {
      const stand = await openStand()
      open.push(stand)
      const content = ask({ text: 'water '.repeat(140), events: 2, waits: 'between-events', usage: null })
      const stream = await stand.openai.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }], stream: true })
      const first = await stream[Symbol.asyncIterator]().next()
      expect(first.done).toBe(false)
      await eventually('the checkpoint of the first words', () => hasCheckpoint(stand.weir.dataDir) || undefined)
      await stand.weir.kill()

      const again = await Weir.start({ dataDir: stand.weir.dataDir, environment: stand.weir.environment })
      try {
        const row = await nextLog(await ApiClient.signIn(again.url), 0)
        expect(row).toMatchObject({ type: 2, model_name: MODEL, is_stream: true })
        expect(row.completion_tokens).toBe(70)
        expect(row.quota).toBeGreaterThan(0)
      } finally {
        await again.close()
      }
    },
    PATIENCE_MS,
  )
})
