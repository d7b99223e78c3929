import { arrayAt, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { readToolChoice, readTools, type ToolSpec } from '@weir/dialects/openai-chat/read-options'
import type { BodyChange } from '../body.ts'

const nameOf = (tool: unknown): string | undefined =>
  textAt(objectAt(tool, 'function'), 'name') ?? textAt(objectAt(tool, 'custom'), 'name') ?? textAt(tool, 'name')

/**
 * For upstreams that do not document `allowed_tools`: the other tools are not sent. A model can call none that it does not know of,
 * so nothing is lost but the cache of the longer list.
 */
export const onlyAllowedTools: BodyChange = (body) => {
  const choice = objectAt(body, 'tool_choice')
  if (textAt(choice, 'type') !== 'allowed_tools') return body
  const allowed = objectAt(choice, 'allowed_tools') ?? choice
  const names = new Set(arrayAt(allowed, 'tools').map(nameOf))
  const tools = arrayAt(body, 'tools').filter((tool) => names.has(nameOf(tool)))
  if (tools.length === 0) throw new UnsupportedInput('tool_choice', 'None of the tools in allowed_tools is among tools')
  return { ...body, tools, tool_choice: textAt(allowed, 'mode') === 'required' ? 'required' : 'auto' }
}

/** Whether the model must call a tool. */
export const isToolForced = ({ tool_choice: choice, function_call: older }: JsonObject): boolean =>
  choice === 'required' || isNamed(choice) || (choice === undefined && isNamed(older))

const isNamed = (choice: unknown): boolean => typeof choice === 'object' && choice !== null

/** For upstreams that leave the choice to the model: a tool that is named is the only one sent. To be reported as dropped. */
export const freeToolChoice: BodyChange = (body) => {
  if (!isToolForced(body)) return body
  const name = nameOf(body['tool_choice'])
  const wanted = arrayAt(body, 'tools').filter((tool) => nameOf(tool) === name)
  return { ...body, tool_choice: 'auto', ...(name !== undefined && wanted.length > 0 && { tools: wanted }) }
}

/** The same for wires without a choice: none are sent where none may be called, and one where it is named. */
export const offeredTools = (body: JsonObject): readonly ToolSpec[] => {
  const choice = readToolChoice(body)
  if (choice?.mode === 'none') return []
  const tools = readTools(body)
  const wanted = choice?.mode === 'named' ? tools.filter((tool) => tool.name === choice.name) : []
  return wanted.length > 0 ? wanted : tools
}

export const droppedChoice = (body: JsonObject): readonly string[] => (isToolForced(body) ? ['tool_choice'] : [])
