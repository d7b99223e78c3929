import { arrayAt, objectAt, textAt, type JsonObject } from '../json.ts'

/** Run by the caller, or paid for with tokens alone. */
const WITHOUT_FEE = new Set([
  'function',
  'custom',
  'namespace',
  'tool_search',
  'mcp',
  'computer',
  'computer_use_preview',
  'local_shell',
  'apply_patch',
])

/** Whatever else upstream runs costs a fee that no usage tells: it would be served for nothing. */
const hasFee = (tool: unknown): boolean => {
  const type = textAt(tool, 'type') ?? ''
  return type === 'shell' ? textAt(objectAt(tool, 'environment'), 'type') !== 'local' : !WITHOUT_FEE.has(type)
}

const isChoiceOf = (choice: unknown, tool: unknown): boolean => textAt(choice, 'type') === textAt(tool, 'type')

const choiceAmong = (choice: unknown, kept: readonly unknown[]): unknown => {
  if (textAt(choice, 'type') === 'allowed_tools') {
    const tools = arrayAt(choice, 'tools').filter((allowed) => kept.some((tool) => isChoiceOf(allowed, tool)))
    return tools.length === 0 ? 'none' : { ...(choice as JsonObject), tools }
  }
  return typeof choice === 'string' || kept.some((tool) => isChoiceOf(choice, tool)) ? choice : 'auto'
}

/** The body without tools that cost a fee; the very same one where there is none. */
export const withoutFeeTools = (body: JsonObject): JsonObject => {
  const tools = arrayAt(body, 'tools')
  if (!tools.some(hasFee)) return body
  const { tools: _, tool_choice: choice, ...rest } = body
  const kept = tools.filter((tool) => !hasFee(tool))
  if (kept.length === 0) return rest
  return { ...rest, tools: kept, ...(choice !== undefined && { tool_choice: choiceAmong(choice, kept) }) }
}

/** Where those tools stood, for the log. */
export const feeToolsOf = (body: JsonObject): readonly string[] =>
  arrayAt(body, 'tools').flatMap((tool, at) => (hasFee(tool) ? [`tools[${at}]`] : []))
