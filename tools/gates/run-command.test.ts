import { afterEach, expect, it } from 'bun:test'
import { tmpdir } from 'node:os'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { runAll, runCommand } from './run-command.ts'

afterEach(removePlanted)

const script = (name: string, code: string) => ({ name, argv: [process.execPath, '-e', code] as const })

it('keeps both outputs, without colours, and the verdict of a command', async () => {
  const outcome = await runCommand(
    { name: 'bad', argv: [process.execPath, '-e', String.raw`console.log('\x1b[31m1\x1b[0m'); console.error(2); process.exit(3)`] },
    tmpdir(),
  )
  expect(outcome.isPassed).toBe(false)
  expect(outcome.output.split('\n').toSorted()).toEqual(['', '1', '2'])
})

it('fails when the program does not exist', async () => {
  const outcome = await runCommand({ name: 'none', argv: ['weir-no-such-program'] }, tmpdir())
  expect(outcome.isPassed).toBe(false)
  expect(outcome.output).toContain('weir-no-such-program')
})

it('returns the outcomes in the order of the commands, whichever ends first', async () => {
  const root = plantTree({})
  const untilLast = "while (!(await Bun.file('last').exists())) await new Promise(setImmediate)"
  const ended: string[] = []
  const options = { root, width: 2, onStart: () => {}, onDone: ({ name }: { name: string }) => ended.push(name) }
  const outcomes = await runAll([script('slow', untilLast), script('fast', ''), script('last', "await Bun.write('last', '')")], options)
  expect(outcomes.map(({ name }) => name)).toEqual(['slow', 'fast', 'last'])
  expect(ended[0]).toBe('fast')
})
