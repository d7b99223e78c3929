import { isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { isCallersOwn, offeredTools } from './offered-tools.ts'

/** No more of a type is told back. */
const MAX_TYPE_CHARACTERS = 64

/** Run by the caller as well, but only models that were taught them call them. A chat goes on without. */
const LEFT_OUT = new Set(['local_shell', 'apply_patch', 'tool_search'])

/**
 * Codex declares a search in every call beside its own tools, and says in it whether the web itself may be asked. It works without one,
 * and would not work at all if that were refused.
 */
export const isDeclaredByHabit = (tool: unknown): boolean =>
  textAt(tool, 'type') === 'web_search' && isObject(tool) && typeof tool['external_web_access'] === 'boolean'

const isLocalShell = (tool: unknown): boolean =>
  textAt(tool, 'type') === 'shell' && textAt(objectAt(tool, 'environment'), 'type') === 'local'

const SEARCH = /^web_search(_preview)?(_\d{4}_\d{2}_\d{2})?$/

/** Other models search as well, where it is not declared by habit. */
export const isSearch = (tool: unknown): tool is JsonObject => SEARCH.test(textAt(tool, 'type') ?? '') && !isDeclaredByHabit(tool)

const mayBeLeftOut = (tool: unknown): boolean => LEFT_OUT.has(textAt(tool, 'type') ?? '') || isLocalShell(tool) || isDeclaredByHabit(tool)

export const unavailableTool = (tool: unknown, param: string): UnsupportedInput => {
  const type = (textAt(tool, 'type') ?? 'of an unknown type').slice(0, MAX_TYPE_CHARACTERS)
  return new UnsupportedInput(param, `This model cannot use the tool ${type}: leave it out, or give it a function of yours`)
}

/** Tools that OpenAI runs itself are not to be had elsewhere. An answer without the search that was asked for must not pass for one with it. */
export const refuseHostedTools = (body: JsonObject): void => {
  for (const { tool, param } of offeredTools(body))
    if (!isCallersOwn(tool) && !isSearch(tool) && !mayBeLeftOut(tool)) throw unavailableTool(tool, param)
}
