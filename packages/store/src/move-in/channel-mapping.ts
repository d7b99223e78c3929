import { parseJsonObject, parseStringMap } from '@weir/contract/values/json'
import type { Family } from './older-data.ts'

type Mapping = Readonly<Record<string, string>>

/** Where a name leads when every target is looked up again; undefined when it leads in a circle. */
const endOf = (mapping: Mapping, name: string): string | undefined => {
  const passed = new Set([name])
  let current = name
  for (let next = mapping[current]; next !== undefined && next !== current; next = mapping[current]) {
    if (passed.has(next)) return undefined
    passed.add(next)
    current = next
  }
  return current
}

interface ChannelMapping {
  readonly text: string
  /** Names whose chain was shortened to one step. */
  readonly shortened: readonly string[]
  /** Names that lead in a circle: new-api refuses them. */
  readonly circular: readonly string[]
}

const stepwise = (text: string): ChannelMapping => ({ text, shortened: [], circular: [] })

/**
 * The mapping of a channel as it worked there. Both programs take an empty target for none; new-api looks up every target again, while
 * one-api and this product look up a name once.
 */
export const channelMapping = (text: string, family: Family): ChannelMapping => {
  const entries = Object.entries(parseStringMap(text))
  if (entries.length !== Object.keys(parseJsonObject(text) ?? {}).length) return stepwise(text)
  const named = entries.filter(([, target]) => target !== '')
  const own = named.length === entries.length ? text : JSON.stringify(Object.fromEntries(named))
  if (family === 'one-api') return stepwise(own)
  const mapping = parseStringMap(own)
  const ends = named.map(([name, target]) => ({ name, target, end: endOf(mapping, name) }))
  const shortened = ends.flatMap(({ name, target, end }) => (end === undefined || end === target ? [] : [name]))
  return {
    text: shortened.length === 0 ? own : JSON.stringify(Object.fromEntries(ends.map(({ name, target, end }) => [name, end ?? target]))),
    shortened,
    circular: ends.flatMap(({ name, end }) => (end === undefined ? [name] : [])),
  }
}
