import type { UpstreamReply } from '../ports.ts'
import type { LightAbortSignal } from '../socket.ts'

/** How the scripted upstream answers one request. `never`: it accepts and stays silent; `unreachable`: no connection. */
export type Script =
  | 'never'
  | 'unreachable'
  | {
      readonly status?: number
      readonly body?: unknown
      readonly chunks?: readonly (string | Uint8Array)[]
      readonly isOpenEnded?: boolean
      /** Where it is not that of the body. */
      readonly contentType?: string
    }

const encoder = new TextEncoder()
const toBytes = (part: string | Uint8Array) => (typeof part === 'string' ? encoder.encode(part) : part)

export const bodyOf = (script: Exclude<Script, string>, signal: LightAbortSignal): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const part of script.chunks ?? [JSON.stringify(script.body ?? {})]) controller.enqueue(toBytes(part))
      if (!script.isOpenEnded) return controller.close()
      signal.addEventListener('abort', () => controller.error(new Error('aborted')))
    },
  })

export const silence = (signal: LightAbortSignal): Promise<UpstreamReply> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
