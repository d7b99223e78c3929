import type { ChatEvent } from '@weir/dialects/model/event'
import { ArgumentPieces, EMPTY_ARGUMENTS } from '@weir/dialects/openai-chat/answer/argument-pieces'

interface ToolDelta {
  /** What tells this call from others: a number or an id of upstream's. Undefined continues the last call. */
  readonly key: string | number | undefined
  readonly id: string | undefined
  readonly name: string | undefined
  readonly fragment: string
}

/** Numbers tool calls in the order they begin, whatever numbers upstream gives them. */
export class ToolDeltas {
  readonly #indexes = new Map<string | number, number>()
  readonly #pieces = new ArgumentPieces()

  get count(): number {
    return this.#indexes.size
  }

  take({ key, id, name, fragment }: ToolDelta): readonly ChatEvent[] {
    const place = key ?? (id || name || undefined)
    const known = place === undefined ? this.count - 1 : this.#indexes.get(place)
    const begun = known === undefined && place !== undefined ? this.#begin(place, id, name) : []
    const index = known ?? this.count - 1
    const passed = index < 0 ? '' : this.#pieces.take(index, fragment)
    return passed === '' ? begun : [...begun, { kind: 'tool-call-arguments', index, fragment: passed }]
  }

  /** To be asked before the finish: calls without arguments get empty ones. */
  close(): readonly ChatEvent[] {
    return this.#pieces.close().map((index) => ({ kind: 'tool-call-arguments', index, fragment: EMPTY_ARGUMENTS }))
  }

  #begin(place: string | number, id: string | undefined, name: string | undefined): readonly ChatEvent[] {
    const index = this.count
    this.#indexes.set(place, index)
    this.#pieces.begin(index)
    return [{ kind: 'tool-call-begun', index, id: id || `call_${index}`, name: name ?? '' }]
  }
}
