import { expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import type { Insertable } from 'kysely'
import type { LogsTable } from '../../schema.ts'
import { describeStore } from '../../testing/store-harness.ts'
import { BLOCK_ROWS } from './block.ts'
import type { LogList } from './read-postings.ts'
import { rowsOfList } from './rows-of-list.ts'

const START = 1_799_971_200
const BLOCKS = 5
const ROWS_IN_BLOCK = 240

/** Every second row is the channel's, 120 of each block; the rows of a block are an hour apart from those of the next. */
const rowAt = (block: number, index: number): Insertable<LogsTable> => ({
  id: block * BLOCK_ROWS + 7 + index,
  user_id: 1,
  created_at: START + block * 3600 + index,
  type: LogType.consume,
  content: '',
  username: 'u',
  token_name: 't',
  model_name: 'm',
  quota: 1,
  prompt_tokens: 0,
  completion_tokens: 0,
  channel_id: 1 + (index % 2),
  request_id: '',
  elapsed_time: 1,
  is_stream: false,
  system_prompt_reset: false,
  outcome: 'ok',
  detail: '',
})

describeStore('the rows of a list', (harness) => {
  it('are asked for by few statements, each row by one of them, and of a block that the time cuts those in the time alone', async () => {
    const database = await harness.migrated()
    const store = await harness.open(database)
    await harness.raw(async ({ kysely }) => {
      for (let block = 0; block < BLOCKS; block++) {
        const rows = Array.from({ length: ROWS_IN_BLOCK }, (_, index) => rowAt(block, index))
        await kysely.insertInto('logs').values(rows).execute()
      }
      await kysely.insertInto('logs').values(rowAt(BLOCKS, 0)).execute()
    }, database)
    await store.logIndex.advance()
    const read = (list: Partial<LogList>) =>
      harness.raw(async ({ kysely, engine }) => {
        const asked: LogList = { match: { channel_id: 2, model_name: 'm' }, isConsumption: true, first: 0, last: START * 2, ...list }
        const counts: number[] = []
        const ids = new Set<number>()
        for await (const rows of rowsOfList({ kysely, engine }, asked)) {
          const found = await kysely.selectFrom('logs').select('id').where(rows).execute()
          counts.push(found.length)
          for (const { id } of found) ids.add(id)
        }
        return { counts, ids: [...ids].toSorted((a, b) => a - b) }
      }, database)

    const whole = await read({})
    // The row that is not indexed yet is the other channel's; then four blocks of 120 rows at once, and the last block. PostgreSQL takes all.
    expect(whole.counts).toEqual(harness.name === 'PostgreSQL' ? [0, 600] : [0, 480, 120])
    expect(whole.ids).toHaveLength(600)
    expect([whole.ids[0], whole.ids.at(-1)]).toEqual([8, 4 * 4096 + 7 + 239])

    const cut = await read({ first: START + 4 * 3600 + 200, last: START + 4 * 3600 + 210 })
    expect(cut.ids).toEqual([201, 203, 205, 207, 209].map((index) => 4 * 4096 + 7 + index))
    expect((await read({ match: { channel_id: 3 } })).ids).toEqual([])
  }, 180_000)
})
