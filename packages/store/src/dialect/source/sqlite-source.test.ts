import { afterAll, expect, it } from 'bun:test'
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreUnavailable } from '../../errors.ts'
import { openSqliteSource } from './sqlite-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const made = (): string => {
  const path = join(folder, `${crypto.randomUUID()}.db`)
  const database = new Database(path, { create: true })
  database.run('create table "odd ""name""" (id integer, amount integer)')
  database.run('insert into "odd ""name""" values (1, 9007199254740993)')
  database.close()
  return path
}

it('is read with every digit, and told by its columns', async () => {
  const source = openSqliteSource(made())
  expect([...(await source.columnsOf('odd "name"'))]).toEqual(['id', 'amount'])
  expect([...(await source.columnsOf('none'))]).toEqual([])
  expect(await source.query('select amount from "odd ""name"""')).toEqual([{ amount: 9_007_199_254_740_993n }])
  expect(source.quote('a')).toBe('"a"')
  await source.close()
})

it('is never written to', async () => {
  const source = openSqliteSource(made())
  const failure = await source.query('create table x (id integer)').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreUnavailable)
  expect(String(failure)).toContain('SQLite: attempt to write a readonly database')
  await source.close()
})

it('is refused where there is none, and where a question is wrong', async () => {
  expect(() => openSqliteSource(join(folder, 'none.db'))).toThrow(StoreUnavailable)
  const source = openSqliteSource(made())
  expect(await source.query('select nothing').catch((error: unknown) => error)).toBeInstanceOf(StoreUnavailable)
  await source.close()
})

it('is read as of one moment, which ends with the work', async () => {
  const source = openSqliteSource(made())
  expect(await source.readTogether(() => source.query('select 1 as one'))).toEqual([{ one: 1n }])
  expect(await source.readTogether(() => Promise.reject(new Error('gave up'))).catch(String)).toBe('Error: gave up')
  expect(await source.readTogether(() => source.query('select 2 as two'))).toEqual([{ two: 2n }])
  await source.close()
})
