import { countTests } from './report.ts'
import type { Outcome } from './run-command.ts'

export interface ProgressOptions {
  readonly nowMs: () => number
  readonly print: (line: string) => void
}

const clockOf = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  return `[${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}]`
}

const resultOf = (outcome: Outcome): string => {
  const { passed, failed } = countTests(outcome)
  const counts = passed + failed > 0 ? `, ${passed} passed, ${failed} failed` : ''
  return `${outcome.isPassed ? 'ok     ' : 'FAILED '} ${outcome.name}: ${outcome.seconds.toFixed(1)} s${counts}`
}

/** Says in plain lines what runs and what has ended, each with the time since the run began. */
export class Progress {
  readonly #nowMs: () => number
  readonly #print: (line: string) => void
  readonly #startMs: number
  readonly #running = new Map<string, number>()

  constructor({ nowMs, print }: ProgressOptions) {
    this.#nowMs = nowMs
    this.#print = print
    this.#startMs = nowMs()
  }

  started(name: string): void {
    this.#running.set(name, this.#nowMs())
    this.#say(`started ${name}`)
  }

  ended(outcome: Outcome): void {
    this.#running.delete(outcome.name)
    this.#say(resultOf(outcome))
  }

  /** A sign of life while nothing starts or ends. */
  beat(): void {
    if (this.#running.size === 0) return
    const now = this.#nowMs()
    const running = [...this.#running].map(([name, since]) => `${name} (${Math.floor((now - since) / 1000)} s)`)
    this.#say(`running ${running.join(', ')}`)
  }

  #say(text: string): void {
    this.#print(`${clockOf(this.#nowMs() - this.#startMs)} ${text}`)
  }
}

const BEAT_MS = 30_000

/** Progress on the standard output, with a sign of life twice a minute until it is disposed of. */
export const openProgress = (): Progress & Disposable => {
  const progress = new Progress({ nowMs: () => performance.now(), print: (line) => console.log(line) })
  const timer = setInterval(() => progress.beat(), BEAT_MS)
  return Object.assign(progress, { [Symbol.dispose]: () => clearInterval(timer) })
}
