import { objectAt, textAt } from '../json.ts'
import type { ToolCallCounts, ToolKind } from '../model/usage.ts'
import { wordTable } from '../word-table.ts'

const KINDS = wordTable<ToolKind>({
  web_search_call: 'webSearch',
  file_search_call: 'fileSearch',
  code_interpreter_call: 'codeInterpreter',
  image_generation_call: 'imageGeneration',
})

const kindOf = (item: unknown): ToolKind | undefined => KINDS[textAt(item, 'type') ?? '']

/** Opening a page that was found, or looking for a word in it, is part of the search. */
const isSold = (item: unknown): boolean =>
  textAt(item, 'status') !== 'failed' && (textAt(objectAt(item, 'action'), 'type') ?? 'search') === 'search'

/** Whatever runs in one container is sold once. */
const nameOf = (item: unknown, at: number): string => textAt(item, 'container_id') ?? textAt(item, 'id') ?? `#${at}`

/** Calls of tools that upstream ran by itself, from the items of an answer. An item that stands there twice counts once. */
export const countToolCalls = (items: readonly unknown[]): ToolCallCounts | undefined => {
  const names = new Map<ToolKind, Set<string>>()
  for (const [at, item] of items.entries()) {
    const kind = kindOf(item)
    if (kind === undefined || !isSold(item)) continue
    const known = names.get(kind) ?? new Set()
    names.set(kind, known.add(nameOf(item, at)))
  }
  return names.size === 0 ? undefined : Object.fromEntries([...names].map(([kind, known]) => [kind, known.size]))
}

export const isToolCall = (item: unknown): boolean => kindOf(item) !== undefined
