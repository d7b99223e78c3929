import type { Config } from '../config.ts'

/** The person or the program that a command speaks to. */
export interface Terminal {
  /** The result. */
  readonly say: (text: string) => void
  /** A part of a result that is not said as a text; resolves when there is room for the next. */
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** Apart from the result. */
  readonly tell: (text: string) => void
  /** One line of the input. */
  readonly ask: (question: string) => Promise<string>
  /** The same, without showing what is typed. */
  readonly askSecret: (question: string) => Promise<string>
}

/** What serves until it is stopped, and what judges a configuration that cannot be read: the first file of the program knows how. */
export interface Serving {
  readonly start: (config: Config) => Promise<void>
  readonly demo: (config: Config) => Promise<void>
  readonly worker: (config: Config, args: readonly string[]) => Promise<void>
  readonly doctor: (isJson: boolean) => Promise<void>
}

export interface Session {
  readonly terminal: Terminal
  readonly version: string
  /** Read when it is needed: help is also for those whose configuration is wrong. */
  readonly config: () => Config
  readonly serving: Serving
}
