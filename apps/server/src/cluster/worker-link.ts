import { z } from 'zod'
import { askLimits } from './remote-limits.ts'
import { limitAnswer, limitMessage, type LimitAnswer } from './limit-messages.ts'
import { startTimer } from '../process/timers.ts'
import { note, type HeardNote, type WorkerLink } from './worker-messages.ts'

/** From a worker to its supervisor. */
export const workerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), address: z.string(), signIn: z.string() }),
  z.object({ kind: z.literal('note'), note }),
  ...limitMessage.options,
])
export type WorkerMessage = z.output<typeof workerMessage>

/** From the supervisor to a worker: what another worker said, or the answer to a question. */
export const supervisorMessage = z.discriminatedUnion('kind', [z.object({ kind: z.literal('note'), from: z.int(), note }), limitAnswer])
export type SupervisorMessage = z.output<typeof supervisorMessage>

/** False for an orphan: it still ends its requests, but there is nobody left to tell. */
const send = (message: WorkerMessage): boolean => {
  if (!process.connected) return false
  process.send?.(message)
  return true
}

/** Speaks to the other workers by way of the supervisor. */
export const openWorkerLink = (index: number): WorkerLink & { ready(address: string, signIn: string): void } => {
  const listeners: ((note: HeardNote) => void)[] = []
  const answerListeners: ((answer: LimitAnswer) => void)[] = []
  process.on('message', (message: unknown) => {
    const parsed = supervisorMessage.safeParse(message)
    if (!parsed.success) return
    if (parsed.data.kind === 'limit') {
      for (const listener of answerListeners) listener(parsed.data)
      return
    }
    for (const listener of listeners) listener({ ...parsed.data.note, from: parsed.data.from })
  })
  return {
    index,
    isAlone: false,
    tell: (told) => void send({ kind: 'note', note: told }),
    onNote: (listener) => void listeners.push(listener),
    limitsWith: (own) => askLimits({ send, onAnswer: (listener) => void answerListeners.push(listener), own, startTimer }),
    ready: (address, signIn) => void send({ kind: 'ready', address, signIn }),
  }
}
