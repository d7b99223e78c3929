/** Where the bytes of a stream go: the platform's own sink of a reply, without a queue in between. */
export interface ByteSink {
  /** A promise where the caller is slow; nothing more is written until it is kept. */
  write(bytes: Uint8Array): unknown
  end(): unknown
}

/** What is pushed, once, into one sink. */
export interface PushSource {
  /** Resolves when nothing more will be written. */
  pushInto(sink: ByteSink): Promise<void>
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

/** An ordinary stream for who reads it. Whoever has a sink has it pushed there instead: that takes no promise and no queue for a piece. */
export class PushStream extends ReadableStream<Uint8Array> {
  readonly #source: PushSource

  constructor(source: PushSource) {
    let sink: ReadSink | undefined
    super(
      {
        pull: (controller) => {
          if (sink !== undefined) return sink.want()
          sink = new ReadSink(controller)
          source.pushInto(sink).catch((error: unknown) => controller.error(error))
        },
        cancel: () => source.cancel(),
      },
      { highWaterMark: 0 },
    )
    this.#source = source
  }

  pushInto(sink: ByteSink): Promise<void> {
    return this.#source.pushInto(sink)
  }
}
