import { arrayAt, isObject, textAt, type JsonObject } from '../../json.ts'
import type { SealedReasoning } from '../../model/event.ts'

/** How an encrypted thought is named among others' when it comes back. */
const BLOCK = 'openai_reasoning'

/** Collects the thoughts that upstream has encrypted, each with the call that it stands before. */
export class SealedThoughts {
  readonly #placed: JsonObject[] = []
  #waiting: JsonObject[] = []

  note(item: unknown): void {
    const [id, seal] = [textAt(item, 'id'), textAt(item, 'encrypted_content') ?? '']
    if (seal === '') return
    this.#waiting.push({ type: BLOCK, ...(id !== undefined && { id }), summary: arrayAt(item, 'summary'), encrypted_content: seal })
  }

  /** What the thoughts so far have led to; nothing is said of words. */
  leadTo(callId: string | undefined): void {
    this.#placed.push(...this.#waiting.map((block) => (callId === undefined ? block : { ...block, before: callId })))
    this.#waiting = []
  }

  blocks(): SealedReasoning {
    return this.#placed
  }
}

const itemOf = ({ id, summary, encrypted_content: seal }: JsonObject): JsonObject => ({
  type: 'reasoning',
  ...(typeof id === 'string' && { id }),
  summary: Array.isArray(summary) ? summary : [],
  encrypted_content: seal,
})

/** The encrypted thoughts of an earlier answer: those behind its words, and those behind each of its calls. Others' are passed over. */
export const thoughtItems = (message: JsonObject, callIds: ReadonlySet<string>) => {
  const own = arrayAt(message, 'thinking_blocks').filter((block): block is JsonObject => isObject(block) && block['type'] === BLOCK)
  const placeOf = (block: JsonObject): string | undefined => {
    const before = textAt(block, 'before')
    return before !== undefined && callIds.has(before) ? before : undefined
  }
  return {
    behindWords: own.filter((block) => placeOf(block) === undefined).map(itemOf),
    behindCall: (id: string): readonly JsonObject[] => own.filter((block) => placeOf(block) === id).map(itemOf),
  }
}
