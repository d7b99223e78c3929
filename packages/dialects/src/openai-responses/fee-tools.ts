import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import type { ToolOffer } from '../model/caller-wire.ts'
import { unpricedTool } from '../hosted-tools/unpriced-tool.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import type { ToolCallCounts, ToolKind } from '../model/usage.ts'
import { isDeclaredByHabit, isSearch, unavailableTool } from './hosted-tools.ts'
import { broughtTools, offeredTools, type OfferedTool } from './offered-tools.ts'

/** Run by the caller, or paid for with tokens alone. */
const WITHOUT_FEE = new Set(['function', 'custom', 'tool_search', 'mcp', 'computer', 'computer_use_preview', 'local_shell', 'apply_patch'])

const hasFee = (tool: unknown): boolean => {
  const type = textAt(tool, 'type') ?? ''
  return type === 'shell' ? textAt(objectAt(tool, 'environment'), 'type') !== 'local' : !WITHOUT_FEE.has(type)
}

const PREVIEW = /^web_search_preview(_\d{4}_\d{2}_\d{2})?$/

/** Under which fee a tool is sold; undefined for those whose price nobody here knows. */
const KINDS: readonly (readonly [type: RegExp, kind: ToolKind])[] = [
  [/^web_search(_\d{4}_\d{2}_\d{2})?$/, 'webSearch'],
  [PREVIEW, 'webSearch'],
  [/^file_search$/, 'fileSearch'],
  [/^code_interpreter$/, 'codeInterpreter'],
  [/^image_generation$/, 'imageGeneration'],
]

const kindOf = (tool: unknown): ToolKind | undefined => KINDS.find(([type]) => type.test(textAt(tool, 'type') ?? ''))?.[1]

/** The container that the list price is for. */
const SMALLEST_CONTAINER = '1g'

const problemOf = (tool: unknown, param: string, offer: ToolOffer): UnsupportedInput | undefined => {
  const type = textAt(tool, 'type') ?? ''
  const kind = kindOf(tool)
  if (kind === undefined) return unavailableTool(tool, param)
  if (!offer.sells(kind)) return unpricedTool(param, type, [kind])
  // Without reasoning a search of the preview costs two and a half times as much.
  if (PREVIEW.test(type) && !offer.isReasoning)
    return new UnsupportedInput(param, `The tool ${type} has no price for this model: use web_search`)
  const memory = textAt(objectAt(tool, 'container'), 'memory_limit') ?? SMALLEST_CONTAINER
  if (memory !== SMALLEST_CONTAINER)
    return new UnsupportedInput(`${param}.container.memory_limit`, `A container of ${memory} has no price here: use ${SMALLEST_CONTAINER}`)
  return undefined
}

const hosted = (body: JsonObject): readonly OfferedTool[] => offeredTools(body).filter(({ tool }) => hasFee(tool))

/** What a client declares in every call must not make every call fail. */
const leftOut = (body: JsonObject, offer: ToolOffer): readonly OfferedTool[] =>
  hosted(body).filter(({ tool, param }) => isDeclaredByHabit(tool) && problemOf(tool, param, offer) !== undefined)

/** The same list without these, wherever in it they stand. */
const without = (tools: readonly unknown[], gone: readonly unknown[]): readonly unknown[] =>
  tools.filter((tool) => !gone.includes(tool)).map((tool) => withoutIn(tool, gone))

const withoutIn = (holder: unknown, gone: readonly unknown[]): unknown =>
  isObject(holder) && Array.isArray(holder['tools']) ? { ...holder, tools: without(holder['tools'], gone) } : holder

const isChoiceOf = (choice: unknown, tool: unknown): boolean => textAt(choice, 'type') === textAt(tool, 'type')

const choiceAmong = (choice: unknown, kept: readonly unknown[]): unknown => {
  if (textAt(choice, 'type') === 'allowed_tools') {
    const tools = arrayAt(choice, 'tools').filter((allowed) => kept.some((tool) => isChoiceOf(allowed, tool)))
    return tools.length === 0 ? 'none' : { ...(choice as JsonObject), tools }
  }
  return typeof choice === 'string' || kept.some((tool) => isChoiceOf(choice, tool)) ? choice : 'auto'
}

/** The body with the tools that can be charged; the very same one where all can. Throws for one that was asked for and cannot. */
export const withSoldTools = (body: JsonObject, offer: ToolOffer): JsonObject => {
  for (const { tool, param } of hosted(body)) {
    const problem = isDeclaredByHabit(tool) ? undefined : problemOf(tool, param, offer)
    if (problem !== undefined) throw problem
  }
  const gone = leftOut(body, offer).map(({ tool }) => tool)
  if (gone.length === 0) return body
  const { tools, tool_choice: choice, input, ...others } = body
  const rest = {
    ...others,
    ...(input !== undefined && { input: Array.isArray(input) ? input.map((item) => withoutIn(item, gone)) : input }),
  }
  const kept = Array.isArray(tools) ? without(tools, gone) : []
  const left = [...kept, ...broughtTools(rest).map(({ tool }) => tool)]
  if (left.length === 0) return rest
  return { ...rest, ...(kept.length > 0 && { tools: kept }), ...(choice !== undefined && { tool_choice: choiceAmong(choice, left) }) }
}

/** Where the tools stood that are not sent on, for the log. */
export const unsoldTools = (body: JsonObject, offer: ToolOffer): readonly string[] => leftOut(body, offer).map(({ param }) => param)

/** What upstream may run for this call, by what it costs. The wire has no limit by kind, so one call of each is held for. */
export const soldKinds = (body: JsonObject): ToolCallCounts =>
  Object.fromEntries(
    hosted(body)
      .flatMap(({ tool }) => kindOf(tool) ?? [])
      .map((kind) => [kind, 1]),
  )

/** A search that another wire may have, too. */
export const searchIn = (body: JsonObject): { readonly param: string; readonly name: string } | undefined => {
  const found = offeredTools(body).find(({ tool }) => isSearch(tool))
  return found && { param: found.param, name: textAt(found.tool, 'type') ?? '' }
}
