import { createWindowLimits, type WindowLimits } from '@weir/relay/guards/window-limits'
import { ownEnvironment, type Config } from '../config.ts'
import { describeError, log } from '../process/log.ts'
import { claimNode } from '../process/node-identity.ts'
import { ownCommand } from '../process/own-files.ts'
import { keepDataPrivate } from '../process/private-files.ts'
import { openLimitServer } from './limit-server.ts'
import type { WorkerMessage } from './worker-messages.ts'
import { toSupervisor, type ToWorker, type ToSupervisor } from './worker-link.ts'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** A worker that lived this long did not die of its start, and the next one is started without delay. */
const GOOD_LIFE_MS = 60_000
/** Beyond the drain a worker has a few seconds to close; then it is stuck. */
const STUCK_AFTER_MS = 15_000

type Child = Bun.Subprocess<'ignore', 'inherit', 'inherit'>

interface Ready {
  readonly address: string
  readonly signIn: string
}

/** A worker could not begin; it has said why itself. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed'
}

/** With a shared port the system would let a stranger have half of the requests: a program that listens already is found by asking for it alone. */
const requireFreePort = async ({ port, host }: Config): Promise<void> => {
  await Bun.serve({ port, hostname: host, reusePort: false, fetch: () => new Response() }).stop(true)
}

interface WorkerOptions {
  readonly index: number
  readonly nodeId: string
  readonly onMessage: (message: WorkerMessage) => void
  readonly limits: WindowLimits
}

class Worker {
  readonly #index: number
  readonly #nodeId: string
  readonly #onMessage: (message: WorkerMessage) => void
  readonly #limits: WindowLimits
  #child: Child | undefined
  #pauseMs = 0
  #isStopping = false

  constructor({ index, nodeId, onMessage, limits }: WorkerOptions) {
    this.#index = index
    this.#nodeId = nodeId
    this.#onMessage = onMessage
    this.#limits = limits
  }

  /** Resolves when the worker serves; from then on it is started again whenever it dies. */
  async start(): Promise<Ready> {
    const { ready, ended } = this.#spawn()
    const first = await Promise.race([ready, ended.then(() => undefined)])
    if (first === undefined) throw new WorkerFailed(`worker ${this.#index} did not start`)
    void ended.then(() => this.#restart())
    return first
  }

  /** A dying worker has closed its ears before it is known to be dead. Nothing is lost: the next one begins with what the database says. */
  send(message: ToWorker): void {
    try {
      if (this.#child?.exitCode === null && this.#child.signalCode === null) this.#child.send(message)
    } catch (error) {
      log.debug('a worker could not be told', { worker: this.#index, ...describeError(error) })
    }
  }

  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true
    const child = this.#child
    if (child === undefined || child.exitCode !== null) return
    child.kill('SIGTERM')
    const stuck = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    await child.exited
    clearTimeout(stuck)
  }

  #spawn(): { readonly ready: Promise<Ready>; readonly ended: Promise<number> } {
    const { promise: ready, resolve } = Promise.withResolvers<Ready>()
    const limitServer = openLimitServer(this.#limits)
    const receive = (message: ToSupervisor): void => {
      if (message.kind === 'ready') return resolve(message)
      if (message.kind === 'message') return this.#onMessage(message.message)
      const response = limitServer.handle(message)
      if (response !== undefined) this.send(response)
    }
    const child = Bun.spawn([...ownCommand, 'worker', String(this.#index), this.#nodeId], {
      env: ownEnvironment(),
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      ipc: (message: unknown) => {
        const parsed = toSupervisor.safeParse(message)
        if (parsed.success) receive(parsed.data)
      },
    })
    this.#child = child
    return { ready, ended: child.exited.finally(() => limitServer.close()) }
  }

  async #restart(): Promise<void> {
    while (!this.#isStopping) {
      this.#onMessage({ topic: 'gone' })
      log.error('a worker ended and is started again', { worker: this.#index, pauseMs: this.#pauseMs })
      await Bun.sleep(this.#pauseMs)
      if (this.#isStopping) return
      const bornAt = performance.now()
      await this.#spawn().ended
      const isGoodLife = performance.now() - bornAt >= GOOD_LIFE_MS
      this.#pauseMs = isGoodLife ? 0 : Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, this.#pauseMs * 2))
    }
  }
}

export interface Supervised extends Ready {
  /** Lets every worker end its requests, then ends. */
  stop(): Promise<void>
}

/** Several processes behind one port and one name. The first starts alone: it makes what the others find. */
export const supervise = async (config: Config): Promise<Supervised> => {
  await keepDataPrivate(config)
  const node = claimNode(config.dataDir)
  await requireFreePort(config)
  const limits = createWindowLimits(Date.now)
  const publishToOthers = (index: number, message: WorkerMessage): void => {
    for (const [other, worker] of workers.entries()) if (other !== index) worker.send({ kind: 'message', from: index, message })
  }
  const workers: Worker[] = Array.from(
    { length: config.workers },
    (_, index) => new Worker({ index, nodeId: `${node.id}/${index}`, onMessage: (message) => publishToOthers(index, message), limits }),
  )
  const stop = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.stop(config.drainTimeoutMs + STUCK_AFTER_MS)))
    node.release()
  }
  try {
    const [first, ...others] = workers
    const ready = await first?.start()
    if (ready === undefined) throw new WorkerFailed('there are no workers')
    await Promise.all(others.map((worker) => worker.start()))
    return { ...ready, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
