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

/** Counts on from the last number of the same name: from 2 each time, many names that clean to one would take the square of their number. */
const distinctNames = (taken: ReadonlyMap<string, string>): ((wished: string) => string) => {
  const counts = new Map<string, number>()
  return (wished) => {
    if (!taken.has(wished)) return wished
    for (let count = (counts.get(wished) ?? 1) + 1; ; count++) {
      const suffix = `_${count}`
      const candidate = `${wished.slice(0, MAX_LENGTH - suffix.length)}${suffix}`
      if (taken.has(candidate)) continue
      counts.set(wished, count)
      return candidate
    }
  }
}

const calledName = (call: unknown): string => textAt(objectAt(call, 'function'), 'name') ?? ''

/** Names the strictest wires accept, with the way back. Names that are fine as they are never change. */
export const toolNames = (body: JsonObject): ToolNames => {
  const called = arrayAt(body, 'messages').flatMap((message) => arrayAt(message, 'tool_calls').map(calledName))
  const names = new Set([...readTools(body).map((tool) => tool.name), ...called])
  const originals = new Map<string, string>()
  const distinct = distinctNames(originals)
  for (const name of [...names].toSorted((a, b) => Number(cleaned(b) === b) - Number(cleaned(a) === a))) {
    originals.set(distinct(cleaned(name)), name)
  }
  const wires = new Map([...originals].map(([wire, name]) => [name, wire]))
  return { toWire: (name) => wires.get(name) ?? cleaned(name), fromWire: (name) => originals.get(name) ?? name }
}
