import { isObject, textAt, type JsonObject } from '../json.ts'
import type { AnswerStorage } from '../model/caller-wire.ts'
import { keptItems, withoutId } from './item-references.ts'

const LIMIT = 20
const MAX_LIMIT = 100

const itemsOf = (input: unknown): readonly JsonObject[] => {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
  return Array.isArray(input) ? input.filter(isObject) : []
}

const outputOf = (response: JsonObject): readonly JsonObject[] => itemsOf(response['output']).map(withoutId)

const withId = (item: JsonObject, id: string, at: number): JsonObject => ({
  type: 'message',
  ...item,
  id: textAt(item, 'id') ?? `${id}_${at}`,
})

const limitOf = (query: URLSearchParams): number => {
  const limit = Number(query.get('limit') ?? LIMIT)
  return Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT ? limit : LIMIT
}

/** Newest first unless told otherwise, from after the item that is named. */
const pageOf = (items: readonly JsonObject[], query: URLSearchParams): JsonObject => {
  const ordered = query.get('order') === 'asc' ? items : items.toReversed()
  const start = ordered.findIndex(({ id }) => id === query.get('after')) + 1
  const data = ordered.slice(start, start + limitOf(query))
  return {
    object: 'list',
    data,
    first_id: data.at(0)?.['id'] ?? null,
    last_id: data.at(-1)?.['id'] ?? null,
    has_more: start + data.length < ordered.length,
  }
}

/** What is kept of a response here, in the place of an upstream that keeps none. */
export const responsesStorage: AnswerStorage = {
  items: keptItems,
  mayKeep: ({ store }) => store !== false,
  inputOf: ({ input }) => itemsOf(input),
  continued(body, earlier) {
    const { previous_response_id: _, ...rest } = body
    return { ...rest, input: [...earlier.input, ...outputOf(earlier.response), ...itemsOf(body['input'])] }
  },
  inputPage: ({ input, response }, query) =>
    pageOf(
      input.map((item, at) => withId(item, `item_${textAt(response, 'id') ?? ''}`, at)),
      query,
    ),
  deleted: (id) => ({ id, object: 'response', deleted: true }),
}
