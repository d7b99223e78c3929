import { z } from 'zod'
import { note, type HeardNote, type WorkerLink } from './services/worker-notes.ts'

/** From a worker to its supervisor. */
export const workerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), address: z.string(), signIn: z.string() }),
  z.object({ kind: z.literal('note'), note }),
])
export type WorkerMessage = z.output<typeof workerMessage>

/** From the supervisor to a worker: what another worker said. */
export const supervisorMessage = z.object({ from: z.int(), note })
export type SupervisorMessage = z.output<typeof supervisorMessage>

const send = (message: WorkerMessage): void => {
  // An orphan still ends its requests; there is nobody left to tell.
  if (process.connected) process.send?.(message)
}

/** Speaks to the other workers by way of the supervisor. */
export const openWorkerLink = (index: number): WorkerLink & { ready(address: string, signIn: string): void } => {
  const listeners: ((note: HeardNote) => void)[] = []
  process.on('message', (message: unknown) => {
    const parsed = supervisorMessage.safeParse(message)
    if (!parsed.success) return
    for (const listener of listeners) listener({ ...parsed.data.note, from: parsed.data.from })
  })
  return {
    index,
    isAlone: false,
    tell: (told) => send({ kind: 'note', note: told }),
    onNote: (listener) => void listeners.push(listener),
    ready: (address, signIn) => send({ kind: 'ready', address, signIn }),
  }
}
