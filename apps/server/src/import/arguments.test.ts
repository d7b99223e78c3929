import { afterAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseImportArguments, type GivenImport } from './arguments.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-import-'))
const file = join(folder, 'one-api.db')
writeFileSync(file, '')
afterAll(() => rmSync(folder, { recursive: true }))

const NONE = { from: undefined, isDryRun: false, logs: undefined, logDb: undefined } as const

describe('the arguments of an import', () => {
  it('are a file alone, or all of them', () => {
    const source = { kind: 'sqlite', path: file } as const
    expect(parseImportArguments({ ...NONE, source: file })).toEqual({
      source,
      family: undefined,
      sinceSeconds: undefined,
      isDryRun: false,
      logSource: undefined,
    })
    expect(parseImportArguments({ source: file, isDryRun: true, logs: 'since=2026-01-02', from: 'new-api', logDb: file })).toEqual({
      source,
      family: 'new-api',
      sinceSeconds: 1_767_312_000,
      isDryRun: true,
      logSource: source,
    })
    expect(parseImportArguments({ ...NONE, from: 'one-api', source: file }).family).toBe('one-api')
  })

  it('may name a server', () => {
    expect(parseImportArguments({ ...NONE, source: 'postgres://a:b@db.example/one' }).source.kind).toBe('postgres')
    expect(parseImportArguments({ ...NONE, source: 'root:x@tcp(db.example:3306)/one' }).source.kind).toBe('mysql')
  })

  it.each<readonly [Partial<GivenImport>, string]>([
    [{ from: 'two-api' }, '--from two-api is not known: it is one-api or new-api'],
    [{ logs: '2026-01-01' }, '--logs 2026-01-01 is not understood: write --logs since=2026-01-01, a day in UTC'],
    [{ logs: 'since=2026-13-01' }, '--logs since=2026-13-01 is not understood: write --logs since=2026-01-01, a day in UTC'],
    [{ logDb: file }, '--log-db needs --logs since=2026-01-01'],
    [{ source: join(folder, 'none.db') }, `there is no file ${join(folder, 'none.db')}`],
    [{ source: folder }, `there is no file ${folder}`],
    [{ source: 'oracle://a@b/c' }, 'the address of the source'],
  ])('%j are refused: %s', (given, problem) => {
    expect(() => parseImportArguments({ ...NONE, source: file, ...given })).toThrow(problem)
  })
})
