import { cleanSchema } from '@weir/dialects/anthropic-messages/clean-schema'
import type { JsonObject } from '@weir/dialects/json'
import type { Message } from '@weir/dialects/openai-chat/read-messages'
import { readToolChoice, readTools, strictTools, type ToolSpec } from '@weir/dialects/openai-chat/read-options'
import type { ToolNames } from '@weir/dialects/openai-chat/tool-names'
import { pointAfterTool, type CachePlaces } from './cache-points.ts'

/** Stands for the caller's schema on models that know tools but no structured output. */
export const JSON_TOOL = 'json_tool_call'

const ANSWER_INSTRUCTION = `Give your final answer by calling the tool ${JSON_TOOL}, and never in any other way.`

const ANY_OBJECT = { type: 'object', properties: {} }

export interface ToolSetting {
  readonly body: JsonObject
  readonly model: string
  readonly names: ToolNames
  readonly messages: readonly Message[]
  readonly places: CachePlaces
}

/** Only these can be told to use a tool. */
const canForceTool = (model: string): boolean => /nova|mistral/.test(model)

/** Answers in the caller's schema, and arguments checked by one, are known to all but these. */
export const knowsSchemas = (model: string): boolean => !/nova|titan|llama/.test(model)

interface Spec {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
  readonly isStrict?: boolean
}

const toolSpec = ({ name, description, schema, isStrict }: Spec): JsonObject => ({
  toolSpec: { name, description: description || name, inputSchema: { json: schema }, ...(isStrict === true && { strict: true }) },
})

/** Where a named tool cannot be forced, it is at least the only one. */
const offeredTools = (body: JsonObject, model: string): readonly ToolSpec[] => {
  const tools = readTools(body)
  const choice = readToolChoice(body)
  if (choice?.mode === 'none') return []
  if (choice?.mode !== 'named' || canForceTool(model)) return tools
  const named = tools.filter(({ name }) => name === choice.name)
  return named.length > 0 ? named : tools
}

const calledNames = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls.map((call) => call.name) : []))

/** A history with tool calls is refused unless the tools are declared, so missing ones are declared by name. */
const declaredTools = ({ body, model, names, messages, places }: ToolSetting): readonly object[] => {
  const offered = offeredTools(body, model)
  if (offered.length === 0) {
    const called = [...new Set(calledNames(messages))]
    return called.map((name) => toolSpec({ name: names.toWire(name), description: '', schema: ANY_OBJECT }))
  }
  return offered.flatMap((tool) => {
    const isStrict = tool.isStrict === true && knowsSchemas(model)
    const schema = { ...ANY_OBJECT, ...tool.parameters }
    const spec = { name: names.toWire(tool.name), description: tool.description, schema: isStrict ? cleanSchema(schema) : schema, isStrict }
    return [toolSpec(spec), ...pointAfterTool(tool.cacheControl, places)]
  })
}

const toolChoice = ({ body, model, names }: ToolSetting): JsonObject | undefined => {
  const choice = readToolChoice(body)
  if (!canForceTool(model) || offeredTools(body, model).length === 0) return undefined
  switch (choice?.mode) {
    case 'required':
      return { any: {} }
    case 'named':
      return { tool: { name: names.toWire(choice.name) } }
    case 'auto':
    case 'none':
    case undefined:
      return undefined
  }
}

/** The wire cannot forbid tools, so they are left out, unless earlier calls need them. */
export const toolFields = (setting: ToolSetting): JsonObject => {
  const tools = declaredTools(setting)
  if (tools.length === 0) return {}
  const choice = toolChoice(setting)
  return { toolConfig: { tools, ...(choice && { toolChoice: choice }) } }
}

export interface AnswerByTool {
  readonly instruction?: string
  readonly fields: JsonObject
}

/** The answer's form as one more tool, beside which the caller's own can still be called. */
export const answerByTool = (schema: JsonObject, setting: ToolSetting): AnswerByTool => {
  const isForcible = canForceTool(setting.model)
  const isOwnCallable = offeredTools(setting.body, setting.model).length > 0
  // The caller insists on a call, which is no answer yet.
  if (toolChoice(setting)) return { fields: toolFields(setting) }
  const answer = toolSpec({ name: JSON_TOOL, description: 'Give the answer in this form.', schema })
  const tools = [...declaredTools(setting), answer]
  if (!isForcible) return { instruction: ANSWER_INSTRUCTION, fields: { toolConfig: { tools } } }
  if (!isOwnCallable) return { fields: { toolConfig: { tools, toolChoice: { tool: { name: JSON_TOOL } } } } }
  return { instruction: ANSWER_INSTRUCTION, fields: { toolConfig: { tools, toolChoice: { any: {} } } } }
}

const losesChoice = ({ body, model, messages }: Pick<ToolSetting, 'body' | 'model' | 'messages'>): boolean => {
  const mode = readToolChoice(body)?.mode
  if (mode === 'none') return calledNames(messages).length > 0
  return (mode === 'required' || mode === 'named') && readTools(body).length > 0 && !canForceTool(model)
}

/** What the caller asked of its tools and this wire cannot say. */
export const droppedOfTools = (setting: Pick<ToolSetting, 'body' | 'model' | 'messages'>): readonly string[] => [
  ...(knowsSchemas(setting.model) ? [] : strictTools(setting.body)),
  ...(losesChoice(setting) ? ['tool_choice'] : []),
  ...(setting.body['parallel_tool_calls'] === false ? ['parallel_tool_calls'] : []),
]
