import { rmSync } from 'node:fs'
import { ensureConsoleBuilt } from './console-build.ts'
import { eventually } from '../../tools/testing/eventually.ts'
import { command, environmentWith, repository, temporaryFolder, type Environment } from './product.ts'
import { freePort } from '../../tools/test-servers/process.ts'

/** With the last line of what is said at the start: the lines may arrive one by one. */
const READY = /is ready at (http:\/\/\S+)\n[^]*^ {2}data .*\n/m
const START_PATIENCE_MS = 170_000
/** A suite calls more often from one address than people do. */
const UNLIMITED = { GLOBAL_API_RATE_LIMIT: '0', GLOBAL_WEB_RATE_LIMIT: '0', CRITICAL_RATE_LIMIT: '0' }

type Child = Bun.Subprocess<'ignore', 'pipe', 'pipe'>

const running = new Set<Child>()

// The last resort when a suite dies before its own end: no server outlives the tests.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface WeirOptions {
  /** Kept at the end; without one the server gets its own, removed at the end. */
  readonly dataDir?: string
  readonly environment?: Environment
  readonly port?: number
  /** A command that starts the product in its own place. */
  readonly launcher?: readonly string[]
  /** Started in the place of the sources. */
  readonly program?: readonly string[]
  readonly cwd?: string
}

/** The real product as a process of its own on a free loopback port. */
export class Weir {
  readonly url: string
  readonly dataDir: string
  readonly environment: Environment
  readonly #child: Child
  readonly #output: readonly Collected[]
  readonly #ownsFolder: boolean

  private constructor(child: Child, started: StartedWeir) {
    this.#child = child
    this.url = started.url
    this.dataDir = started.dataDir
    this.environment = started.environment
    this.#output = started.output
    this.#ownsFolder = started.ownsFolder
  }

  static async start(options: WeirOptions = {}): Promise<Weir> {
    await ensureConsoleBuilt()
    const dataDir = options.dataDir ?? temporaryFolder()
    const port = options.port ?? (await freePort())
    const environment = { ...UNLIMITED, ...options.environment, DATA_DIR: dataDir, PORT: String(port) }
    const child = Bun.spawn([...(options.launcher ?? []), ...(options.program ?? command)], {
      cwd: options.cwd ?? repository,
      env: environmentWith(environment),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    running.add(child)
    const weir = new Weir(child, {
      url: `http://127.0.0.1:${port}`,
      dataDir,
      environment,
      output: [collect(child.stdout), collect(child.stderr)],
      ownsFolder: options.dataDir === undefined,
    })
    try {
      await eventually('the ready line', () => weir.#isReady(), { withinMs: START_PATIENCE_MS })
      return weir
    } catch (error) {
      await weir.close()
      throw error
    }
  }

  get pid(): number {
    return this.#child.pid
  }

  /** What the server that has ended took of the processor. */
  get cpuMs(): number {
    return Number(this.#child.resourceUsage()?.cpuTime.total ?? Number.NaN) / 1000
  }

  /** Sends a signal without waiting for what comes of it. */
  signal(name: 'SIGINT' | 'SIGTERM'): void {
    this.#child.kill(name)
  }

  /** The exit code, once the server has ended by itself. */
  get ended(): Promise<number> {
    return this.#ended()
  }

  /** Everything the server has printed so far. */
  get output(): string {
    return this.#output.map(({ text }) => text).join('')
  }

  /** Ends the server as an operator would. Returns its exit code. */
  async stop(signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM'): Promise<number> {
    this.#child.kill(signal)
    return await this.#ended()
  }

  /** Ends the server as a power cut would. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended()
  }

  /** Ends the server if it still runs and removes what it left. */
  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.kill()
    if (this.#ownsFolder) rmSync(this.dataDir, { recursive: true, force: true })
  }

  #isReady(): true | undefined {
    if (this.#child.exitCode !== null) throw new Error(`the server ended with ${this.#child.exitCode}:\n${this.output}`)
    return READY.test(this.output) ? true : undefined
  }

  async #ended(): Promise<number> {
    const code = await this.#child.exited
    running.delete(this.#child)
    return code
  }
}

interface Collected {
  readonly text: string
}

interface StartedWeir {
  readonly url: string
  readonly dataDir: string
  readonly environment: Environment
  readonly output: readonly Collected[]
  readonly ownsFolder: boolean
}

const collect = (stream: ReadableStream<Uint8Array>): Collected => {
  const collected = { text: '' }
  const decoder = new TextDecoder()
  const read = async (): Promise<void> => {
    for await (const chunk of stream) collected.text += decoder.decode(chunk, { stream: true })
  }
  void read()
  return collected
}
