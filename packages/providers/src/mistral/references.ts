import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import {
  DOCUMENT_ANNOTATIONS,
  charactersIn,
  citedDocument,
  documentCitation,
  pagesAlone,
  urlCitation,
} from '@weir/dialects/model/url-citation'

const textOf = (part: unknown): string => (typeof part === 'string' ? part : (textAt(part, 'text') ?? ''))

const partsOf = (content: unknown): readonly unknown[] => (Array.isArray(content) ? content : [content])

/** What the caller's results of tools hold, each object with its sources under the ids that the model refers to. */
const resultsOf = (call: ChatCall): readonly JsonObject[] =>
  arrayAt(call.body, 'messages').flatMap((message) => {
    if (!isObject(message) || message['role'] !== 'tool') return []
    const result = parseJson(partsOf(message['content']).map(textOf).join(''))
    return isObject(result) ? [result] : []
  })

const isReference = (part: unknown): boolean => ['reference', 'tool_reference'].includes(textAt(part, 'type') ?? '')

/** A page, or a source without an address under the name that the model has for it. */
interface Source {
  readonly id: string
  readonly url: string | undefined
  readonly title: string
}

const sourceOf = (page: unknown, id: string): Source => ({ id, url: textAt(page, 'url'), title: textAt(page, 'title') ?? '' })

/** A reference that names its source itself, or points to results by their ids. */
const pagesOf = (part: unknown, call: ChatCall): readonly Source[] => {
  const title = textAt(part, 'title')
  if (textAt(part, 'url') !== undefined || title !== undefined) return [sourceOf(part, title ?? '')]
  const results = resultsOf(call)
  return arrayAt(part, 'reference_ids').map((id) =>
    sourceOf(results.map((result) => objectAt(result, String(id))).findLast(isObject), String(id)),
  )
}

/** How far the text of one choice has come, and where the passage begins that the next reference supports. */
class Passage {
  #start = 0
  #end = 0
  #isCited = false

  add(text: string): void {
    if (text === '') return
    if (this.#isCited) this.#start = this.#end
    this.#isCited = false
    this.#end += charactersIn(text)
  }

  cite(): { readonly start: number; readonly end: number } {
    this.#isCited = true
    return { start: this.#start, end: this.#end }
  }
}

/** References among the parts of an answer become annotations of the text before them. */
export const withAnnotations = (call: ChatCall): ((json: JsonObject) => JsonObject) => {
  const passages = new Map<unknown, Passage>()

  const sourcesIn = (content: unknown, passage: Passage): readonly JsonObject[] => {
    return partsOf(content).flatMap((part) => {
      if (!isReference(part)) {
        passage.add(textOf(part))
        return []
      }
      const range = passage.cite()
      return pagesOf(part, call).map(({ id, url, title }) =>
        url === undefined ? documentCitation({ id, title, ...range }) : urlCitation({ url, title, ...range }),
      )
    })
  }

  const annotated = (choice: unknown): unknown => {
    if (!isObject(choice)) return choice
    const name = objectAt(choice, 'delta') === undefined ? 'message' : 'delta'
    const message = objectAt(choice, name)
    const passage = passages.get(choice['index']) ?? new Passage()
    passages.set(choice['index'], passage)
    const annotations = sourcesIn(message?.['content'], passage)
    if (annotations.length === 0) return choice
    const [pages, documents] = [pagesAlone(annotations), annotations.filter((annotation) => citedDocument(annotation) !== undefined)]
    return {
      ...choice,
      [name]: {
        ...message,
        ...(pages.length > 0 && { annotations: pages }),
        ...(documents.length > 0 && { [DOCUMENT_ANNOTATIONS]: documents }),
      },
    }
  }

  return (json) => {
    const choices = arrayAt(json, 'choices')
    const told = choices.map(annotated)
    return told.every((choice, at) => choice === choices[at]) ? json : { ...json, choices: told }
  }
}
