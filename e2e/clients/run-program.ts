import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ClientInput, ClientStep } from '../../apps/console/src/shared/site/clients/client.ts'
import { fileTask } from '../fake-upstream/file-task.ts'
import { binariesOf } from './install.ts'
import type { Program } from './programs.ts'

const PATIENCE_MS = 180_000
const NOTE = 'a weir lets the river pass'

export interface Outcome {
  readonly code: number
  /** What the program has written into the file, if anything. */
  readonly note: string | undefined
  readonly output: string
}

/** A proxy at which nobody listens, for where the network itself cannot be taken away. */
const NO_NETWORK = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1,localhost' }

const pasteInto = (home: string, steps: readonly ClientStep[]): string => {
  let terminal = ''
  for (const step of steps) {
    if (step.place === 'terminal') terminal = step.code
    if (step.place !== 'file') continue
    const path = step.path.replace('~', home)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, step.code)
  }
  return terminal
}

/** Starts the program in an empty home, with nothing of this environment but the way to its runtime, and lets it do one task. */
export const runProgram = async (program: Program, input: ClientInput): Promise<Outcome> => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-client-'))
  const [home, work] = [join(folder, 'home'), join(folder, 'work')]
  for (const path of [home, work]) mkdirSync(path)
  const file = join(work, 'note.txt')
  const child = Bun.spawn(['sh', '-c', `${pasteInto(home, program.steps(input))} ${program.once}`], {
    cwd: work,
    env: {
      ...NO_NETWORK,
      HOME: home,
      PATH: `${binariesOf(program)}:${process.env['PATH'] ?? ''}`,
      TASK: fileTask(file, NOTE),
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  const [stdout, stderr, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  const note = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  rmSync(folder, { recursive: true, force: true })
  return { code, note, output: stdout + stderr }
}

export const hasNote = ({ note }: Outcome): boolean => note?.trim() === NOTE
