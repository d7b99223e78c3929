import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const children = new Map<ChildProcess, NodeJS.Signals>()

// The last resort, after an uncaught error: a child must not outlive this process.
process.on('exit', () => {
  for (const [child, signal] of children) child.kill(signal)
})

/** Ends the child with this process, unless it ends first. */
export const endWithUs = (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void => {
  children.set(child, signal)
  child.once('close', () => children.delete(child))
}

const patienceMs = 5000

const leave = async (code: number): Promise<never> => {
  const closed = [...children].map(async ([child, signal]) => {
    child.kill(signal)
    await once(child, 'close')
  })
  const patience = Promise.withResolvers<void>()
  setTimeout(patience.resolve, patienceMs)
  await Promise.race([Promise.all(closed), patience.promise])
  process.exit(code)
}

/** On an interrupt the children end first, then this process, with the code a shell expects. */
export const exitOnInterrupt = (): void => {
  process.once('SIGINT', () => void leave(130))
  process.once('SIGTERM', () => void leave(143))
  process.once('SIGHUP', () => void leave(129))
}
