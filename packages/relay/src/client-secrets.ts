import type { JsonObject } from '@weir/dialects/json'

/** What a short-lived key stands for. */
export interface ClientSecret {
  /** The caller's own key, as it was shown. */
  readonly authorization: string
  /** Epoch seconds. */
  readonly expiresAt: number
  /** What the session is set to. */
  readonly session: JsonObject
}

/** Short-lived keys for browsers. Nothing is stored: what a key must tell is sealed in it. */
export interface ClientSecrets {
  seal(secret: ClientSecret): string
  /** Undefined for any other text. */
  open(value: string): ClientSecret | undefined
}

const PRESENTED = /^(?:Bearer\s+)?(ek_\S+)$/i

/** The short-lived key in an authorization header; undefined where it holds a key of another kind. */
export const presentedSecret = (authorization: string | undefined): string | undefined => PRESENTED.exec(authorization ?? '')?.[1]
