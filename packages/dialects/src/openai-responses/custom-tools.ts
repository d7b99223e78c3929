import { objectAt, parseJson, textAt, type JsonObject } from '../json.ts'

/** A custom tool takes plain text. In a chat it is a function with that text as its only argument. */
const PARAMETERS = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'], additionalProperties: false }

const grammarOf = (tool: unknown): string => {
  const format = objectAt(tool, 'format')
  const definition = textAt(format, 'definition')
  return definition === undefined ? '' : `\n\nThe input must follow this ${textAt(format, 'syntax') ?? ''} grammar:\n${definition}`
}

export const isCustomTool = (tool: unknown): boolean => textAt(tool, 'type') === 'custom'

export const functionOfCustomTool = (tool: unknown, name: string): JsonObject => ({
  type: 'function',
  function: {
    name,
    description: (textAt(tool, 'description') ?? '') + grammarOf(tool),
    parameters: PARAMETERS,
  },
})

export const argumentsOfInput = (input: string): string => JSON.stringify({ input })

/** What the model wrote, whether or not it kept to the form. */
export const inputOfArguments = (text: string): string => textAt(parseJson(text), 'input') ?? text
