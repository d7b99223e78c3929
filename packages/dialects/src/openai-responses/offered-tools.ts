import { arrayAt, textAt, type JsonObject } from '../json.ts'
import { isCustomTool } from './custom-tools.ts'

export interface OfferedTool {
  readonly tool: unknown
  readonly param: string
  /** The group of functions that it stands in. */
  readonly namespace: string | undefined
}

/** Items of the input that bring tools along. */
const BRING_TOOLS = new Set(['additional_tools', 'tool_search_output'])

const isNamespace = (tool: unknown): boolean => textAt(tool, 'type') === 'namespace'

/** The tools of a list, those inside its groups in their place. */
const toolsAt = (holder: unknown, place: string, namespace?: string): readonly OfferedTool[] =>
  arrayAt(holder, 'tools').flatMap((tool, at) => {
    const param = `${place}tools[${at}]`
    return isNamespace(tool) ? toolsAt(tool, `${param}.`, textAt(tool, 'name') ?? '') : [{ tool, param, namespace }]
  })

/** Codex declares nothing at the top and brings all of its tools along with the input. */
export const broughtTools = (body: JsonObject): readonly OfferedTool[] =>
  arrayAt(body, 'input').flatMap((item, at) => (BRING_TOOLS.has(textAt(item, 'type') ?? '') ? toolsAt(item, `input[${at}].`) : []))

export const offeredTools = (body: JsonObject): readonly OfferedTool[] => [...toolsAt(body, ''), ...broughtTools(body)]

/** What the caller runs itself and a chat can offer the model. */
export const isCallersOwn = (tool: unknown): boolean => isCustomTool(tool) || textAt(tool, 'type') === 'function'

/** A call as the caller knows it. */
interface CalledTool {
  readonly name: string
  readonly namespace: string | undefined
  readonly isCustom: boolean
}

export interface CalledNames {
  /** The name of a function in the chat. */
  readonly toChat: (name: string, namespace: string | undefined) => string
  readonly fromChat: (name: string) => CalledTool
}

/** A chat has no groups: where two of them have a function of one name, its group is put before it. */
export const calledNames = (body: JsonObject): CalledNames => {
  const own = offeredTools(body).filter(({ tool }) => isCallersOwn(tool))
  const groupsOf = new Map<string, Set<string | undefined>>()
  for (const { tool, namespace } of own) {
    const name = textAt(tool, 'name') ?? ''
    groupsOf.set(name, (groupsOf.get(name) ?? new Set()).add(namespace))
  }
  const toChat = (name: string, namespace: string | undefined): string =>
    namespace === undefined || (groupsOf.get(name)?.size ?? 1) < 2 ? name : `${namespace}__${name}`
  const called = new Map<string, CalledTool>()
  for (const { tool, namespace } of own) {
    const name = textAt(tool, 'name') ?? ''
    called.set(toChat(name, namespace), { name, namespace, isCustom: isCustomTool(tool) })
  }
  return { toChat, fromChat: (name) => called.get(name) ?? { name, namespace: undefined, isCustom: false } }
}
