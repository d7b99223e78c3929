import { isObject, type JsonObject } from '@weir/dialects/json'
import { mapAt } from './at-path.ts'
import type { TypedBody } from './type-problems.ts'
import { vendorOf, type WireName } from './wire/wires.ts'

interface Member {
  /** Stars stand for the items of lists. */
  readonly at: readonly string[]
  readonly name: string
}

const membersOf = (value: unknown, at: readonly string[] = []): readonly Member[] => {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => membersOf(item, [...at, '*']))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [{ at, name }, ...membersOf(inner, [...at, name])])
}

const misspelled =
  (name: string) =>
  (object: JsonObject): JsonObject => {
    const { [name]: value, ...rest } = object
    return name in object ? { ...rest, [`${name}z`]: value } : object
  }

/** Places for any JSON of the caller's or the model's, where no type can tell a wrong name. */
const FREE: Readonly<Record<string, RegExp>> = {
  anthropic: /^messages\.\*\.content\.\*\.input\b|\binput_schema\b|^output_config\.format\.schema\b/,
  bedrock: /\.toolUse\.input\b|\.toolResult\.content\.\*\.json\b|\.inputSchema\.json\b|^additionalModelRequestFields\b/,
  cohere: /^tools\.\*\.function\.parameters\b|^response_format\.json_schema\b/,
  google: /\.functionCall\.args\b|\.functionResponse\.response\b|\.parametersJsonSchema\b|\.responseJsonSchema\b/,
  mistral: /^tools\.\*\.function\.parameters\b|^response_format\.json_schema\.schema\b/,
  ollama: /^tools\.\*\.function\.parameters\b|^format\b|\.function\.arguments\b/,
  openai:
    /^tools\.\*\.(function\.)?parameters\b|^response_format\.json_schema\.schema\b|^text\.format\.schema\b|^tool_choice\.(allowed_tools\.)?tools\b|^metadata\b/,
}

const isFree = (wire: WireName, { at }: Member): boolean => FREE[vendorOf(wire)]?.test(at.join('.')) === true

/** Every member that a vendor is sent, once, under a wrong name. */
export const misspellings = (bodies: readonly TypedBody[]): readonly TypedBody[] => {
  const planted = new Map<string, TypedBody>()
  for (const { wire, body } of bodies) {
    for (const member of membersOf(body)) {
      const name = `${wire}: ${[...member.at, member.name].join('.')}`
      if (planted.has(name) || isFree(wire, member)) continue
      const wrong = mapAt(body, member.at, misspelled(member.name))
      if (isObject(wrong)) planted.set(name, { name, wire, body: wrong })
    }
  }
  return [...planted.values()]
}
