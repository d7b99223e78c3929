import { afterEach, beforeEach, describe, expect, it } from 'bun:test'
import { statSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { charge } from '../../testing/charge.ts'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { openCommandFolder, type CommandFolder } from '../../testing/command-line.ts'

let stand: CommandFolder

beforeEach(async () => {
  stand = await openCommandFolder()
})
afterEach(() => stand.remove())

interface Charged {
  readonly model: string
  readonly cost: number
  readonly at: string
  readonly count?: number
}

/** Requests of alice, each of 3 and 4 tokens. */
const spend = ({ model, cost, at, count = 1 }: Charged): Promise<void> =>
  stand.inStore(async ({ ledger, users }) => {
    const userId = (await users.findByName('alice'))?.user.id ?? 0
    const over = { createdAt: Date.parse(at) / 1000, username: 'alice', model, content: '日本語 "quoted"\nsecond line' }
    await Promise.all(Array.from({ length: count }, () => charge(ledger, { userId, cost }, over)))
  })

const fileNamed = (name: string): string => join(stand.folder, name)

const parquetRows = async (name: string): Promise<readonly Record<string, unknown>[]> => {
  const bytes = await readFile(fileNamed(name))
  return parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) })
}

describe('weir log export', () => {
  it('writes one row a line to the output, newest first and by the filters of the list', async () => {
    await spend({ model: 'gpt-4o', cost: 5, at: '2026-03-01T00:00:00Z' })
    await spend({ model: 'gpt-4o-mini', cost: 2, at: '2026-03-02T00:00:00Z' })
    await spend({ model: 'gpt-4o', cost: 7, at: '2026-03-03T00:00:00Z' })
    const { out } = await stand.run('log export --model gpt-4o --since 2026-03-01T00:00:00Z --until 2026-04-01')
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { quota: 7, model_name: 'gpt-4o', created_at: 1_772_496_000, username: 'alice', content: '日本語 "quoted"\nsecond line', cost: null },
      { quota: 5, model_name: 'gpt-4o', created_at: 1_772_323_200 },
    ])
    expect((await stand.run('log export --until 2026-01-01')).out).toBe('')
    expect((await stand.run('log export --fault rate-limited --attempts 2 --model gpt-4o')).out).toBe('')
    expect(await stand.refusal('log export --attempts many')).toBe('--attempts is many: give a whole number')
  })

  it('writes a Parquet file that another program reads, and that has its name once it is whole', async () => {
    await spend({ model: 'gpt-4o', cost: 5, at: '2026-03-01T00:00:00Z' })
    await spend({ model: 'other', cost: 2, at: '2026-03-02T00:00:01Z' })
    const file = fileNamed('log.parquet')
    expect((await stand.run(`log export --format parquet --output ${file} --type consume`)).out).toBe(`${file} has 2 rows.`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await readdir(stand.folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
    expect(await parquetRows('log.parquet')).toMatchObject([
      { model_name: 'other', quota: 2n, created_at: new Date('2026-03-02T00:00:01.000Z'), cost: null },
      {
        model_name: 'gpt-4o',
        quota: 5n,
        prompt_tokens: 3n,
        completion_tokens: 4n,
        is_stream: true,
        outcome: 'ok',
        content: '日本語 "quoted"\nsecond line',
        channel_name: null,
      },
    ])
    expect(await stand.refusal(`log export --output ${file}`)).toBe(`${file} exists already; nothing was written`)
    expect(await stand.refusal('log export --format xml')).toBe('--format is xml: give ndjson, parquet')
  })

  it('keeps every row where there are more than fit into one batch or one group', async () => {
    await spend({ model: 'gpt-4o', cost: 1, at: '2026-03-01T00:00:00Z', count: 900 })
    const json = (await stand.json(`log export --output ${fileNamed('log.ndjson')} --model gpt-4o`)) as object
    expect(json).toEqual({ file: fileNamed('log.ndjson'), rows: 900 })
    const ids = (await readFile(fileNamed('log.ndjson'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly id: number }).id)
    expect(new Set(ids).size).toBe(900)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  it('makes an empty file that can be read, and leaves a file alone that is there', async () => {
    await stand.run(`log export --format parquet --output ${fileNamed('none.parquet')} --until 2026-01-01`)
    const bytes = await readFile(fileNamed('none.parquet'))
    expect(parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)).num_rows).toBe(0n)
    await writeFile(fileNamed('mine'), 'mine')
    expect(await stand.refusal(`log export --output ${fileNamed('mine')}`)).toContain('exists already')
    expect(await readFile(fileNamed('mine'), 'utf8')).toBe('mine')
    expect(await stand.refusal('log export --output /no/such/folder/file')).toBe('there is no folder /no/such/folder')
  })
})
