/** Where the bytes of a stream go: the platform's own sink of a reply, without a queue in between. */
export interface ByteSink {
  /** A promise where the caller is slow; nothing more is written until it is kept. */
  write(bytes: Uint8Array): unknown
  end(): unknown
}

/** What is poured, once, into one sink. */
export interface Spring {
  /** Resolves when nothing more will be written. */
  pour(sink: ByteSink): Promise<void>
  /** The caller has gone. */
  cancel(): Promise<void>
}

/** A sink whose bytes are taken one read at a time. */
class ReadSink implements ByteSink {
  readonly #controller: ReadableStreamDefaultController<Uint8Array>
  #onWanted: (() => void) | undefined

  constructor(controller: ReadableStreamDefaultController<Uint8Array>) {
    this.#controller = controller
  }

  write(bytes: Uint8Array): Promise<void> {
    this.#controller.enqueue(bytes)
    return new Promise((resolve) => {
      this.#onWanted = resolve
    })
  }

  end(): void {
    this.#controller.close()
  }

  want(): void {
    const wanted = this.#onWanted
    this.#onWanted = undefined
    wanted?.()
  }
}

/** An ordinary stream for who reads it. Whoever has a sink pours it instead: that takes no promise and no queue for a piece. */
export class PouredStream extends ReadableStream<Uint8Array> {
  readonly #spring: Spring

  constructor(spring: Spring) {
    let sink: ReadSink | undefined
    super(
      {
        pull: (controller) => {
          if (sink !== undefined) return sink.want()
          sink = new ReadSink(controller)
          spring.pour(sink).catch((error: unknown) => controller.error(error))
        },
        cancel: () => spring.cancel(),
      },
      { highWaterMark: 0 },
    )
    this.#spring = spring
  }

  pour(sink: ByteSink): Promise<void> {
    return this.#spring.pour(sink)
  }
}
