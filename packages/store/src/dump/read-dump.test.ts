import { describe, expect, it } from 'bun:test'
import { BadDump } from './bad-dump.ts'
import { renderEnd, renderHeader, renderStart, renderSum } from './dump-line.ts'
import { ignoreDump, readDump } from './read-dump.ts'
import { TableDigest } from './table-digest.ts'

const HEADER = renderHeader({
  format: 1,
  version: '1.0.0',
  createdAt: '2026-11-16T00:00:00.000Z',
  migrations: [{ name: '0001-first', appliedAt: 5 }],
  keyCheck: 'sealed',
  rootKeys: [],
})
const ROWS = ['[1,"one",true,0.5]', '[2,"zwei ☃",false,null]', '["9007199254740993","three",null,-1e+30]']

const sumOf = (rows: readonly string[]) => {
  const digest = new TableDigest()
  for (const row of rows) digest.add(row)
  return renderSum(digest.sumOf('users'))
}

const START = renderStart({
  table: 'users',
  columns: [
    { name: 'id', kind: 'whole' },
    { name: 'username', kind: 'text' },
    { name: 'must_change_password', kind: 'boolean' },
    { name: 'balance', kind: 'real' },
  ],
  next: 4n,
})

const withEnd = (lines: readonly string[], rows = 3): string => {
  const body = `${lines.join('\n')}\n`
  const sha256 = new Bun.CryptoHasher('sha256').update(body).digest('hex')
  return `${body}${renderEnd({ tables: 1, rows, sha256 })}\n`
}

const WHOLE = withEnd([HEADER, START, ...ROWS, sumOf(ROWS)])

async function* bytesOf(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const failureOf = async (text: string): Promise<string> => {
  const error = await readDump(bytesOf(text), ignoreDump).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(BadDump)
  return error instanceof Error ? error.message : ''
}

describe('a dump is read', () => {
  it('with every digit and every character, however its bytes are cut', async () => {
    for (const size of [1, 3, 64, 100_000]) {
      const rows: (readonly unknown[])[] = []
      const { header, sums } = await readDump(bytesOf(WHOLE, size), { ...ignoreDump, rows: async (more) => void rows.push(...more) })
      expect(rows).toEqual([
        [1, 'one', true, 0.5],
        [2, 'zwei ☃', false, null],
        [9_007_199_254_740_993n, 'three', null, -1e30],
      ])
      expect(header.migrations).toEqual([{ name: '0001-first', appliedAt: 5 }])
      expect(sums.map(({ table, rows: count }) => [table, count])).toEqual([['users', 3]])
    }
  })

  it.each([
    ['cut anywhere', WHOLE.slice(0, -60), 'cut off'],
    ['without its end', WHOLE.slice(0, WHOLE.indexOf('{"end":')), 'its end is missing'],
    ['empty', '', 'its end is missing'],
    ['with a changed value', WHOLE.replace('"one"', '"two"'), 'rows of users were changed'],
    ['without a row', WHOLE.replace(`${ROWS[1]}\n`, ''), 'users has 2 rows instead of 3'],
    ['with a row twice', WHOLE.replace(`${ROWS[0]}\n`, `${ROWS[0]}\n${ROWS[0]}\n`), 'users has 4 rows instead of 3'],
    ['with another header', WHOLE.replace('1.0.0', '1.0.1'), 'its lines are not those that were written'],
    ['with something behind its end', `${WHOLE}${HEADER}\n`, 'something follows its end'],
    ['with a row before its table', withEnd([HEADER, ...ROWS, START, sumOf(ROWS)]), 'out of order'],
    ['with a wrong count at its end', withEnd([HEADER, START, ...ROWS, sumOf(ROWS)], 4), 'out of order'],
    ['with a text where a number belongs', WHOLE.replace('[1,', '["x",'), 'users.id holds no whole value'],
    ['with a column that is no name', WHOLE.replace('"username"', '"user name"'), 'a column is not understood'],
    ['of another format', WHOLE.replace('"format":1', '"format":2'), 'the backup is of format 2, and this program reads 1'],
    ['of another program', '{"name":"package"}\n', 'this is no backup of Weir'],
    ['that is no JSON', 'hello\n', 'a line is not what it should be'],
  ])('and refused %s', async (_, text, words) => {
    expect(await failureOf(text)).toContain(words)
  })

  it('and refused when it is no text at all', async () => {
    async function* noise(): AsyncGenerator<Uint8Array> {
      yield Uint8Array.from([0xff, 0xfe, 0x00, 0x0a])
    }
    expect(String(await readDump(noise(), ignoreDump).catch((error: unknown) => error))).toContain('it is not UTF-8')
  })
})
