import { mappedModel } from '@weir/dialects/model/upstream'
import type { Channel } from '../ports.ts'

/** Who writes down what the caller says. Only models that the caller has named are charged for, by the names that it gave. */
export class Transcribers {
  readonly #channel: Pick<Channel, 'modelMapping'>
  readonly #named = new Map<string, string>()
  #last: string | undefined

  constructor(channel: Pick<Channel, 'modelMapping'>) {
    this.#channel = channel
  }

  name(model: string): void {
    this.#last = model
    this.#named.set(mappedModel(model, this.#channel.modelMapping), model)
  }

  /** As the caller names it. Upstream may tell another name for what it was asked for, and none where it writes nothing down. */
  called(upstreamName: string | undefined): string | undefined {
    return upstreamName === undefined ? undefined : (this.#named.get(upstreamName) ?? this.#last)
  }
}
