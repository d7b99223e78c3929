import { arrayAt, objectAt, parseJson, textAt } from '@weir/dialects/json'

/** Where the wires put what went wrong, the most common first. The last member may also be an element of a list. */
const PLACES: readonly (readonly string[])[] = [
  ['error', 'message'],
  ['error'],
  ['message'],
  ['Response', 'Error', 'Message'],
  ['errors', 'message'],
  ['error_msg'],
  ['msg'],
  ['detail'],
  ['Message'],
]

const firstOf = (value: unknown, name: string): unknown => objectAt(value, name) ?? arrayAt(value, name)[0]

const textIn = (value: unknown, path: readonly string[]): string | undefined => {
  const outer = path.slice(0, -1).reduce<unknown>(firstOf, value)
  return textAt(outer, path.at(-1) ?? '')
}

/** Upstream's own explanation of a refusal, whatever its wire. They are words for people: nothing is decided by them. */
export const upstreamWords = (body: string): string | undefined => {
  const json = parseJson(body)
  for (const path of PLACES) {
    const text = textIn(json, path)
    if (text !== undefined && text !== '') return text
  }
  return undefined
}
