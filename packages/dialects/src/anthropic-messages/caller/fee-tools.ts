import { arrayAt, isObject, type JsonObject } from '../../json.ts'
import type { HostedTools } from '../../model/caller-wire.ts'
import { callsToHold, unpricedTool } from '../../hosted-tools/unpriced-tool.ts'
import type { ToolCallCounts, ToolKind } from '../../model/usage.ts'
import { typeOf } from './parts.ts'

/** Run by the caller, or paid for with tokens alone. */
const WITHOUT_FEE = /^($|custom$|bash_|text_editor_|computer_|memory_|tool_search_tool_|web_fetch_|mcp_toolset$)/

const SEARCH = /^web_search_\d{8}$/
const CODE = /^code_execution_\d{8}$/
/** From this version on the web tools sift what they find by running code, and whatever code a call runs beside them is free. */
const SIFTING = /^web_(?:search|fetch)_(\d{8})$/
const FIRST_SIFTING = 20_260_209

export const isSearch = (tool: unknown): tool is JsonObject => SEARCH.test(typeOf(tool))

const toolsOf = (body: JsonObject): readonly unknown[] => arrayAt(body, 'tools')

const isSifting = (tool: unknown): boolean => Number(SIFTING.exec(typeOf(tool))?.[1] ?? 0) >= FIRST_SIFTING

/** Whether code that upstream runs for this call costs more than its tokens. */
export const isCodeSold = (body: JsonObject): boolean => {
  const tools = toolsOf(body)
  return tools.some((tool) => CODE.test(typeOf(tool))) && !tools.some(isSifting)
}

const kindOf = (tool: unknown, body: JsonObject): ToolKind | 'free' | undefined => {
  const type = typeOf(tool)
  if (SEARCH.test(type)) return 'webSearch'
  if (CODE.test(type)) return isCodeSold(body) ? 'codeInterpreter' : 'free'
  return WITHOUT_FEE.test(type) ? 'free' : undefined
}

const limitOf = (tool: unknown): unknown => (isObject(tool) ? tool['max_uses'] : undefined)

const kindsIn = (body: JsonObject): ToolCallCounts => {
  const held: Partial<Record<ToolKind, number>> = {}
  for (const tool of toolsOf(body)) {
    const kind = kindOf(tool, body)
    if (kind === undefined || kind === 'free') continue
    held[kind] = Math.max(held[kind] ?? 0, callsToHold(limitOf(tool)))
  }
  return held
}

/** Tools that Anthropic runs by itself and sells by the call. */
export const messagesTools: HostedTools = {
  kindsIn,
  sold: (body, offer) => {
    for (const [at, tool] of toolsOf(body).entries()) {
      const kind = kindOf(tool, body)
      if (kind === 'free' || (kind !== undefined && offer.sells(kind))) continue
      throw unpricedTool(`tools[${at}]`, typeOf(tool), kind === undefined ? [] : [kind])
    }
    return body
  },
  searchIn: (body) => {
    const at = toolsOf(body).findIndex(isSearch)
    return at === -1 ? undefined : { param: `tools[${at}]`, name: typeOf(toolsOf(body)[at]) }
  },
  unsold: () => [],
}
