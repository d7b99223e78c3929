import type { JsonObject } from '../json.ts'
import type { Message } from '../openai-chat/read-messages.ts'
import { readToolChoice, readTools, type ToolSpec } from '../openai-chat/read-options.ts'
import type { ToolNames } from '../openai-chat/tool-names.ts'
import { cleanSchema } from './clean-schema.ts'
import type { ClaudeTraits } from './models.ts'
import type { WireTool, WireToolChoice } from './wire.ts'

/** Stands for the caller's schema on models that know tools but no structured output. */
export const JSON_TOOL = 'json_tool_call'

const ANSWER_INSTRUCTION = `Give your final answer by calling the tool ${JSON_TOOL}, and never in any other way.`

const ANY_OBJECT = { type: 'object', properties: {} }

export interface ToolSetting {
  readonly body: JsonObject
  readonly traits: ClaudeTraits
  readonly names: ToolNames
  readonly messages: readonly Message[]
  readonly isThinking: boolean
}

/** A tool cannot be forced while the model thinks, nor at all on some models. */
const canForce = ({ traits, isThinking }: Pick<ToolSetting, 'traits' | 'isThinking'>): boolean => traits.canForceTool && !isThinking

const isForcing = (body: JsonObject): boolean => {
  const mode = readToolChoice(body)?.mode
  return mode === 'required' || mode === 'named'
}

/** The caller insists on a call and upstream leaves it to the model. */
export const losesToolChoice = (setting: Pick<ToolSetting, 'body' | 'traits' | 'isThinking'>): boolean =>
  isForcing(setting.body) && readTools(setting.body).length > 0 && !canForce(setting)

const renderTool = (tool: ToolSpec, { names, traits }: ToolSetting): WireTool => {
  const isStrict = tool.isStrict === true && traits.hasJsonSchema
  const schema = { ...ANY_OBJECT, ...tool.parameters }
  return {
    name: names.toWire(tool.name),
    ...(tool.description !== '' && { description: tool.description }),
    input_schema: isStrict ? cleanSchema(schema) : schema,
    ...(traits.hasJsonSchema && tool.isStrict !== undefined && { strict: tool.isStrict }),
    ...(tool.cacheControl && { cache_control: tool.cacheControl }),
  }
}

/** Where a named tool cannot be forced, it is at least the only one. */
const offeredTools = (setting: ToolSetting): readonly ToolSpec[] => {
  const tools = readTools(setting.body)
  const choice = readToolChoice(setting.body)
  if (choice?.mode !== 'named' || canForce(setting)) return tools
  const named = tools.filter(({ name }) => name === choice.name)
  return named.length > 0 ? named : tools
}

const calledNames = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls.map((call) => call.name) : []))

/** A history with tool calls is refused unless the tools are declared, so missing ones are declared by name. */
const declaredTools = (setting: ToolSetting): readonly WireTool[] => {
  const tools = offeredTools(setting)
  if (tools.length > 0) return tools.map((tool) => renderTool(tool, setting))
  return [...new Set(calledNames(setting.messages))].map((name) => ({ name: setting.names.toWire(name), input_schema: ANY_OBJECT }))
}

const possibleChoice = (setting: ToolSetting): WireToolChoice | undefined => {
  const choice = readToolChoice(setting.body)
  switch (choice?.mode) {
    case undefined:
      return undefined
    case 'auto':
    case 'none':
      return { type: choice.mode }
    case 'required':
      return { type: canForce(setting) ? 'any' : 'auto' }
    case 'named':
      return canForce(setting) ? { type: 'tool', name: setting.names.toWire(choice.name) } : { type: 'auto' }
  }
}

const withSerial = (choice: WireToolChoice | undefined, { body }: ToolSetting): WireToolChoice | undefined =>
  body['parallel_tool_calls'] === false && choice?.type !== 'none' ? { type: 'auto', ...choice, disable_parallel_tool_use: true } : choice

export const toolFields = (setting: ToolSetting): JsonObject => {
  const tools = declaredTools(setting)
  if (tools.length === 0) return {}
  // Tools that only stand in for a history are not to be called again.
  const isOffered = readTools(setting.body).length > 0
  const choice = withSerial(isOffered ? possibleChoice(setting) : { type: 'none' }, setting)
  return { tools, ...(choice && { tool_choice: choice }) }
}

export interface AnswerByTool {
  readonly instruction?: string
  readonly fields: JsonObject
}

/** The answer's form as one more tool, beside which the caller's own can still be called. */
export const answerByTool = (schema: JsonObject, setting: ToolSetting): AnswerByTool => {
  const isForcible = canForce(setting)
  const isOwnCallable = readTools(setting.body).length > 0 && readToolChoice(setting.body)?.mode !== 'none'
  // The caller insists on a call, which is no answer yet.
  if (isOwnCallable && isForcible && isForcing(setting.body)) return { fields: toolFields(setting) }
  const tools = [...declaredTools(setting), { name: JSON_TOOL, description: 'Give the answer in this form.', input_schema: schema }]
  if (isForcible && !isOwnCallable) return { fields: { tools, tool_choice: { type: 'tool', name: JSON_TOOL } } }
  const choice = withSerial({ type: isForcible ? 'any' : 'auto' }, setting)
  return { instruction: ANSWER_INSTRUCTION, fields: { tools, tool_choice: choice } }
}
