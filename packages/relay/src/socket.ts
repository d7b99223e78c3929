import type { UpstreamRequest } from '@weir/dialects/model/upstream'

/** What is asked of an `AbortSignal`, and no more: a lighter one is made for every request. */
export interface LightAbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** One end of a socket that carries texts. */
export interface Socket {
  send(text: string): void
  /** What was given to it and has not been taken by the other side yet. */
  bufferedBytes(): number
  /** Reads nothing more until it is resumed, so that the other side must wait. */
  pause(): void
  resume(): void
  ping(): void
  close(code: number, reason: string): void
}

export interface SocketListener {
  message(text: string): void
  /** The other side lives. */
  pong(): void
  closed(code: number): void
}

export interface UpstreamSocket extends Socket {
  /** What came before anybody listened is told first. */
  listen(listener: SocketListener): void
}

/** Upstream did not open a socket; 0 where it gave no status. */
export interface SocketRefusal {
  readonly status: number
}

export type OpenSocket = (request: UpstreamRequest, signal: LightAbortSignal) => Promise<UpstreamSocket | SocketRefusal>

/** As the protocol names them. */
export const CloseCode = { normal: 1000, goingAway: 1001, policy: 1008, internal: 1011 } as const

const isOwnCode = (code: number): boolean => code >= 3000 && code <= 4999

/** The code of one side's end as it may be told to the other: most are for the network alone. */
export const passedCode = (code: number): number =>
  code === CloseCode.normal || code === CloseCode.policy || isOwnCode(code) ? code : CloseCode.internal
