import type { LightAbortSignal } from '../socket.ts'

/** The platform's own controller and signal take 4 to 8 µs of every request. */
export class LightAbortController implements LightAbortSignal {
  #listeners: (() => void)[] = []
  aborted = false

  addEventListener(_: 'abort', listener: () => void): void {
    if (!this.aborted) this.#listeners.push(listener)
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener)
    if (at !== -1) this.#listeners.splice(at, 1)
  }

  abort(): void {
    this.aborted = true
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }
}

/** The same for calls of the platform, which take nothing but its own. */
export const platformSignal = (signal: LightAbortSignal): AbortSignal => {
  if (signal instanceof AbortSignal) return signal
  if (signal.aborted) return AbortSignal.abort()
  const controller = new AbortController()
  signal.addEventListener('abort', () => controller.abort())
  return controller.signal
}
