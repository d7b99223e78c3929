import { arrayAt, objectAt, textAt, type JsonObject } from '../json.ts'
import { readTools } from './read-options.ts'

export interface ToolNames {
  readonly toWire: (name: string) => string
  readonly fromWire: (name: string) => string
}

const MAX_LENGTH = 64

const cleaned = (name: string): string => {
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_LENGTH)
  return /^[a-zA-Z_]/.test(plain) ? plain : `_${plain.slice(0, MAX_LENGTH - 1)}`
}

const distinct = (wished: string, taken: ReadonlyMap<string, string>): string => {
  if (!taken.has(wished)) return wished
  for (let count = 2; ; count++) {
    const suffix = `_${count}`
    const candidate = `${wished.slice(0, MAX_LENGTH - suffix.length)}${suffix}`
    if (!taken.has(candidate)) return candidate
  }
}

const calledName = (call: unknown): string => textAt(objectAt(call, 'function'), 'name') ?? ''

/** Names the strictest wires accept, with the way back. Names that are fine as they are never change. */
export const toolNames = (body: JsonObject): ToolNames => {
  const called = arrayAt(body, 'messages').flatMap((message) => arrayAt(message, 'tool_calls').map(calledName))
  const names = new Set([...readTools(body).map((tool) => tool.name), ...called])
  const originals = new Map<string, string>()
  for (const name of [...names].toSorted((a, b) => Number(cleaned(b) === b) - Number(cleaned(a) === a))) {
    originals.set(distinct(cleaned(name), originals), name)
  }
  const wires = new Map([...originals].map(([wire, name]) => [name, wire]))
  return { toWire: (name) => wires.get(name) ?? cleaned(name), fromWire: (name) => originals.get(name) ?? name }
}
