import type { JsonObject } from '../../json.ts'
import type { SealedReasoning } from '../../model/event.ts'
import { sealReasoning } from '../sealed-reasoning.ts'
import { added, done, type OpenItem, type Step, type Where } from './item.ts'

const summaryPart = (text: string) => ({ type: 'summary_text', text })

/** A thought, or only upstream's seals, which have no other place that all clients keep. */
export class ReasoningItem implements OpenItem {
  readonly place: number
  readonly #where: Where
  #text = ''
  #blocks: readonly JsonObject[] = []
  #signatures: readonly JsonObject[] = []

  constructor(place: number, id: string) {
    this.place = place
    this.#where = { item_id: id, output_index: place }
  }

  begin = (): readonly Step[] => [added(this.#where, { id: this.#where.item_id, type: 'reasoning', summary: [] })]

  write(delta: string): readonly Step[] {
    if (delta === '') return []
    const place = { ...this.#where, summary_index: 0 }
    const begun: readonly Step[] = this.#text === '' ? [['response.reasoning_summary_part.added', { ...place, part: summaryPart('') }]] : []
    this.#text += delta
    return [...begun, ['response.reasoning_summary_text.delta', { ...place, delta }]]
  }

  /** All that upstream has sealed of its thoughts so far. */
  seal(blocks: SealedReasoning): void {
    this.#blocks = blocks
  }

  /** A seal that belongs to another item of the answer. */
  addSignature(block: JsonObject): void {
    this.#signatures = [...this.#signatures, block]
  }

  close = (): readonly Step[] => [...this.#closeSummary(), done(this.#where, this.whole())]

  whole = (): JsonObject => {
    const sealed = [...this.#blocks, ...this.#signatures]
    return {
      id: this.#where.item_id,
      type: 'reasoning',
      summary: this.#text === '' ? [] : [summaryPart(this.#text)],
      ...(sealed.length > 0 && { encrypted_content: sealReasoning(sealed) }),
    }
  }

  #closeSummary(): readonly Step[] {
    if (this.#text === '') return []
    const place = { ...this.#where, summary_index: 0 }
    return [
      ['response.reasoning_summary_text.done', { ...place, text: this.#text }],
      ['response.reasoning_summary_part.done', { ...place, part: summaryPart(this.#text) }],
    ]
  }
}
