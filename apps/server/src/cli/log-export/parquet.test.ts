import { expect, it } from 'bun:test'
import type { AdminLogObject } from '@weir/contract/log'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { parquetOf } from './parquet.ts'

const rowOf = (id: number): AdminLogObject => ({
  id,
  user_id: 1,
  created_at: 1_800_000_000 + id,
  type: 2,
  content: '',
  username: 'alice',
  token_name: 'token',
  model_name: id % 2 === 0 ? 'even' : 'odd',
  quota: 9_007_199_254_740_991,
  prompt_tokens: 3,
  completion_tokens: 4,
  channel: 1,
  request_id: `request-${id}`,
  elapsed_time: 5,
  is_stream: false,
  system_prompt_reset: false,
  outcome: 'ok',
  fault: '',
  attempts: 1,
  cost: id === 7 ? 11 : null,
  group: 'default',
})

async function* batches(rows: number): AsyncGenerator<readonly AdminLogObject[]> {
  for (let at = 0; at < rows; at += 500) yield Array.from({ length: 500 }, (_, offset) => rowOf(at + offset + 1))
}

it('is written in groups, of which none is kept once it is out', async () => {
  const parts: Uint8Array[] = []
  for await (const part of parquetOf(batches(45_000))) parts.push(part)
  // Three groups, of 20 000, 20 000 and 5 000 rows, and the end of the file.
  expect(parts).toHaveLength(4)
  const file = await new Blob(parts).arrayBuffer()
  const { num_rows: rows, row_groups: groups } = parquetMetadata(file)
  expect([rows, ...groups.map((group) => group.num_rows)]).toEqual([45_000n, 20_000n, 20_000n, 5000n])
  const read = await parquetReadObjects({
    file,
    columns: ['id', 'model_name', 'quota', 'cost', 'created_at', 'request_id'],
    rowStart: 39_999,
  })
  expect(read).toHaveLength(5001)
  expect(read[0]).toEqual({
    id: 40_000n,
    model_name: 'even',
    quota: 9_007_199_254_740_991n,
    cost: null,
    created_at: new Date(1_800_040_000_000),
    request_id: 'request-40000',
  })
  expect((await parquetReadObjects({ file, columns: ['cost'], rowEnd: 8 })).map(({ cost }) => cost as unknown)[6]).toBe(11n)
}, 180_000)
