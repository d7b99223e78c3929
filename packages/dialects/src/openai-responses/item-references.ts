import { arrayAt, isObject, textAt, type JsonObject } from '../json.ts'
import type { KeptHere, KeptItemReference, KeptItems } from '../model/caller-wire.ts'

export const REFERENCE = 'item_reference'

/** Clients may leave out the type; what has neither a role nor content is nothing else. */
export const isReference = (item: unknown): boolean => {
  if (!isObject(item)) return false
  const { type, role, content, id } = item
  if (type !== undefined && type !== null) return type === REFERENCE
  return typeof id === 'string' && role === undefined && content === undefined
}

/** Items of an answer, and those of its input as they are listed. Ids that an upstream gave out have another form. */
const OUTPUT_ID = /^(?:msg|rs|fc|ctc|ig|ws)_(.+)_\d+$/
const INPUT_ID = /^item_(resp_.+)_(\d+)$/

/** Whether an item was made here, out of the answer of an upstream that speaks otherwise. */
export const isMadeHere = (item: JsonObject): boolean => OUTPUT_ID.test(textAt(item, 'id') ?? '')

const answerOf = (id: string): string | undefined => {
  const made = OUTPUT_ID.exec(id)?.[1]
  return made === undefined ? INPUT_ID.exec(id)?.[1] : `resp_${made}`
}

/** Ids of items that another upstream gave out mean nothing to the next. Thoughts must have one. */
export const withoutId = (item: JsonObject): JsonObject => {
  if (item['type'] === 'reasoning' || isReference(item)) return item
  const { id: _, ...rest } = item
  return rest
}

const referencesIn = ({ input }: JsonObject): readonly KeptItemReference[] =>
  (Array.isArray(input) ? input : []).flatMap((item: unknown, at) => {
    const id = isReference(item) ? (textAt(item, 'id') ?? '') : ''
    const answer = answerOf(id)
    return answer === undefined ? [] : [{ id, answer, param: `input[${at}]` }]
  })

const itemIn = ({ input, response }: KeptHere, id: string): JsonObject | undefined => {
  const item = INPUT_ID.test(id)
    ? input[Number(INPUT_ID.exec(id)?.[2])]
    : arrayAt(response, 'output').find((made) => textAt(made, 'id') === id)
  return isObject(item) ? withoutId(item) : undefined
}

/** Single items of responses that are kept here. */
export const keptItems: KeptItems = {
  referencesIn,
  itemIn,
  withItems: (body, items) => ({
    ...body,
    input: arrayAt(body, 'input').map((item) => (isReference(item) ? (items.get(textAt(item, 'id') ?? '') ?? item) : item)),
  }),
}
