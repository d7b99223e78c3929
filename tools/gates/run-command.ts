import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { endWithUs } from './children.ts'

export interface Command {
  readonly name: string
  readonly argv: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string | undefined>>
}

export interface Outcome {
  readonly name: string
  readonly seconds: number
  readonly isPassed: boolean
  /** What the command wrote to both of its outputs, in the order it came, without colours. */
  readonly output: string
}

/** Runs a command to its end and keeps what it prints. */
export const runCommand = (command: Command, root: string): Promise<Outcome> => {
  const [program, ...args] = command.argv
  const start = performance.now()
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const chunks: Buffer[] = []
  const finish = (isPassed: boolean, note = ''): void => {
    const seconds = (performance.now() - start) / 1000
    resolve({ name: command.name, seconds, isPassed, output: stripVTControlCharacters(Buffer.concat(chunks).toString('utf8')) + note })
  }
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...command.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithUs(child)
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('error', (error) => finish(false, `${program}: ${error.message}\n`))
  child.on('close', (code) => finish(code === 0))
  return promise
}

export interface PoolOptions {
  readonly root: string
  readonly width: number
  readonly onStart: (command: Command) => void
  readonly onDone: (outcome: Outcome) => void
}

/** Runs the commands in their order, `width` at a time. */
export const runAll = async (commands: readonly Command[], { root, width, onStart, onDone }: PoolOptions): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  const waiting = commands.values()
  const work = async (): Promise<void> => {
    for (const command of waiting) {
      onStart(command)
      const outcome = await runCommand(command, root)
      outcomes.push(outcome)
      onDone(outcome)
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return commands.flatMap(({ name }) => outcomes.filter((outcome) => outcome.name === name))
}
