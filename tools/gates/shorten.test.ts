import { expect, it } from 'bun:test'
import type { Passed, Subject } from '../unchanged/passed.ts'
import type { Outcome } from './run-command.ts'
import { shorten, type Gate } from './shorten.ts'

const gate = (name: string): Gate => ({
  name,
  argv: ['run', 'everything'],
  files: { kind: 'ofProgram', isMember: () => true, argvFor: (paths) => ['run', ...paths] },
})

const passedWith = (open: readonly string[]) => {
  const kept: Subject[] = []
  const passed: Passed = { look: () => ({ all: ['a', 'b', 'c'], open }), keep: (subjects) => void kept.push(...subjects) }
  return { passed, kept }
}

const outcome = (name: string, isPassed: boolean): Outcome => ({ name, seconds: 0, isPassed, output: '' })

it('runs the files that are open, and says how many they are', () => {
  const { commands } = shorten([gate('tests'), { name: 'format', argv: ['format'] }], passedWith(['b']).passed)
  expect(commands.map(({ name, argv }) => [name, ...argv])).toEqual([
    ['tests, 1 of 3 files', 'run', 'b'],
    ['format', 'format'],
  ])
})

it('runs nothing where no file is open, and says so', () => {
  const { commands, unchanged } = shorten([gate('tests')], passedWith([]).passed)
  expect(commands).toEqual([])
  expect(unchanged).toEqual([outcome('tests, 0 of 3 files', true)])
})

it('runs the command as it is where every file is open, and where nothing is remembered', () => {
  for (const passed of [passedWith(['a', 'b', 'c']).passed, undefined]) {
    expect(shorten([gate('tests')], passed).commands.map(({ name, argv }) => [name, ...argv])).toEqual([['tests', 'run', 'everything']])
  }
})

it('keeps what passed, under the name of the gate, and nothing of what failed', () => {
  const { passed, kept } = passedWith(['b'])
  const { keep } = shorten([gate('tests'), gate('lint'), { name: 'format', argv: ['format'] }], passed)
  keep([outcome('tests, 1 of 3 files', true), outcome('lint, 1 of 3 files', false), outcome('format', true)])
  expect(kept.map(({ name }) => name)).toEqual(['tests'])
})
