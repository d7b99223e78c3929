import { z } from 'zod'
import { createRemoteLimits } from './remote-limits.ts'
import { limitResponse, limitMessage, type LimitResponse } from './limit-messages.ts'
import { startTimer } from '../process/timers.ts'
import { workerMessage, type ReceivedMessage, type WorkerLink } from './worker-messages.ts'

/** From a worker to its supervisor. */
export const toSupervisor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), address: z.string(), signIn: z.string() }),
  z.object({ kind: z.literal('message'), message: workerMessage }),
  ...limitMessage.options,
])
export type ToSupervisor = z.output<typeof toSupervisor>

/** From the supervisor to a worker: what another worker said, or the answer to a question. */
export const toWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), from: z.int(), message: workerMessage }),
  limitResponse,
])
export type ToWorker = z.output<typeof toWorker>

/** False for an orphan: it still ends its requests, but there is no process left to tell. */
const send = (message: ToSupervisor): boolean => {
  if (!process.connected) return false
  process.send?.(message)
  return true
}

/** Speaks to the other workers by way of the supervisor. */
export const openWorkerLink = (index: number): WorkerLink & { ready(address: string, signIn: string): void } => {
  const listeners: ((message: ReceivedMessage) => void)[] = []
  const responseListeners: ((response: LimitResponse) => void)[] = []
  process.on('message', (message: unknown) => {
    const parsed = toWorker.safeParse(message)
    if (!parsed.success) return
    if (parsed.data.kind === 'limit') {
      for (const listener of responseListeners) listener(parsed.data)
      return
    }
    for (const listener of listeners) listener({ ...parsed.data.message, from: parsed.data.from })
  })
  return {
    index,
    isAlone: false,
    publish: (message) => void send({ kind: 'message', message }),
    subscribe: (listener) => void listeners.push(listener),
    limitsWith: (own) => createRemoteLimits({ send, onResponse: (listener) => void responseListeners.push(listener), own, startTimer }),
    ready: (address, signIn) => void send({ kind: 'ready', address, signIn }),
  }
}
