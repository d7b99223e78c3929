export interface Listener {
  readonly onMessage: (text: string) => void
  /** Nothing is heard any more. May be told more than once. */
  readonly onLost: () => void
}

/** Short texts to every process that listens on the same database. One that is lost is not sent again. */
export interface Messages {
  send(text: string): Promise<void>
  /** On a connection of its own. */
  listen(listener: Listener): Promise<{ close(): Promise<void> }>
}
