import { afterAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseImportArguments } from './arguments.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-import-'))
const file = join(folder, 'one-api.db')
writeFileSync(file, '')
afterAll(() => rmSync(folder, { recursive: true }))

const USAGE =
  'usage: weir import <address or file> [--from one-api|new-api] [--dry-run] [--logs since=2026-01-01] [--log-db <address or file>]'

describe('the arguments of an import', () => {
  it('are a file alone, or all of them in any order', () => {
    const none = { family: undefined, sinceSeconds: undefined, isDryRun: false, logSource: undefined }
    const source = { kind: 'sqlite', path: file } as const
    expect(parseImportArguments([file])).toEqual({ ...none, source })
    expect(parseImportArguments(['--dry-run', '--logs', 'since=2026-01-02', file, '--from', 'new-api', '--log-db', file])).toEqual({
      source,
      family: 'new-api',
      sinceSeconds: 1_767_312_000,
      isDryRun: true,
      logSource: source,
    })
    expect(parseImportArguments(['--from', 'one-api', file]).family).toBe('one-api')
  })

  it('may name a server', () => {
    expect(parseImportArguments(['postgres://a:b@db.example/one']).source.kind).toBe('postgres')
    expect(parseImportArguments(['root:x@tcp(db.example:3306)/one']).source.kind).toBe('mysql')
  })

  it.each<readonly [readonly string[], string]>([
    [[], USAGE],
    [[file, file], USAGE],
    [[file, '--wrong'], `--wrong is not understood\n${USAGE}`],
    [[file, '--from'], `--from is not understood\n${USAGE}`],
    [[file, '--from', 'two-api'], '--from two-api is not known: it is one-api or new-api'],
    [[file, '--logs', '2026-01-01'], '--logs 2026-01-01 is not understood: write --logs since=2026-01-01, a day in UTC'],
    [[file, '--logs', 'since=2026-13-01'], '--logs since=2026-13-01 is not understood: write --logs since=2026-01-01, a day in UTC'],
    [[file, '--log-db', file], `--log-db needs --logs since=2026-01-01\n${USAGE}`],
    [[join(folder, 'none.db')], `there is no file ${join(folder, 'none.db')}`],
    [[folder], `there is no file ${folder}`],
    [['oracle://a@b/c'], 'the address of the source'],
  ])('%j are refused: %s', (args, problem) => {
    expect(() => parseImportArguments(args)).toThrow(problem)
  })
})
