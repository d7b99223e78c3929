import type { JsonObject } from '@weir/dialects/json'
import type { KeptItems } from '@weir/dialects/model/caller-wire'
import { RelayRefusal } from '../refusal.ts'
import type { StoredAnswer } from '../stored-answers.ts'

/** Each is a read of up to two megabytes. */
const MAX_ANSWERS = 100
/** As much as a caller may send by itself. */
const MAX_CHARACTERS = 32 * 1024 * 1024
/** No more of an id is told back. */
const MAX_SHOWN = 300

const TOO_MANY = {
  zh: `input 引用了超过 ${MAX_ANSWERS} 个响应中的条目，请直接发送条目的内容`,
  en: `The input refers to items of more than ${MAX_ANSWERS} responses; send the items themselves`,
}
const TOO_LARGE = {
  zh: `input 引用的条目合计超过 ${MAX_CHARACTERS} 个字符`,
  en: `The items that the input refers to have more than ${MAX_CHARACTERS} characters together`,
}

const refuse = (param: string, problem: { readonly zh: string; readonly en: string }): RelayRefusal =>
  new RelayRefusal('invalid-request', { problem, param })

/** The same id over and over would make a large call of a small one. */
const refuseRepeated = (references: ReturnType<KeptItems['referencesIn']>): void => {
  const seen = new Set<string>()
  for (const { id, param } of references) {
    if (seen.has(id)) {
      const shown = id.slice(0, MAX_SHOWN)
      throw refuse(param, { zh: `条目 ${shown} 被引用了两次`, en: `The item ${shown} is referred to twice` })
    }
    seen.add(id)
  }
}

/** The body with the items that it refers to in their places. Throws for one that is not there, or not this user's. */
export const withKeptItems = async (
  body: JsonObject,
  kept: KeptItems,
  find: (answer: string) => Promise<StoredAnswer | undefined>,
): Promise<JsonObject> => {
  const references = kept.referencesIn(body)
  if (references.length === 0) return body
  refuseRepeated(references)
  const byAnswer = Map.groupBy(references, ({ answer }) => answer)
  if (byAnswer.size > MAX_ANSWERS) throw refuse('input', TOO_MANY)
  const items = new Map<string, JsonObject>()
  let characters = 0
  for (const [name, named] of byAnswer) {
    const answer = await find(name)
    for (const { id, param } of named) {
      const item = answer && kept.itemIn(answer, id)
      if (item === undefined) throw new RelayRefusal('item-not-found', { params: { id: id.slice(0, MAX_SHOWN) }, param })
      characters += JSON.stringify(item).length
      if (characters > MAX_CHARACTERS) throw refuse(param, TOO_LARGE)
      items.set(id, item)
    }
  }
  return kept.withItems(body, items)
}
