import type { ChatEvent } from '@weir/dialects/model/event'

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

  get count(): number {
    return this.#indexes.size
  }

  take({ key, id, name, fragment }: ToolDelta): readonly ChatEvent[] {
    const place = key ?? (id || name || undefined)
    const known = place === undefined ? this.count - 1 : this.#indexes.get(place)
    const begun = known === undefined && place !== undefined ? this.#begin(place, id, name) : []
    const index = known ?? this.count - 1
    if (index < 0 || fragment === '') return begun
    return [...begun, { kind: 'tool-call-arguments', index, fragment }]
  }

  #begin(place: string | number, id: string | undefined, name: string | undefined): readonly ChatEvent[] {
    const index = this.count
    this.#indexes.set(place, index)
    return [{ kind: 'tool-call-begun', index, id: id || `call_${index}`, name: name ?? '' }]
  }
}
