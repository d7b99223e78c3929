import { isObject, objectAt, textAt, type JsonObject } from '../json.ts'

const choiceOf = (choice: unknown, at: number) => ({
  text: isObject(choice) ? (textAt(objectAt(choice, 'message'), 'content') ?? '') : '',
  index: at,
})

/** The reply to a chat in the form of an edit. */
export const renderEdit = (reply: JsonObject): JsonObject => {
  const { choices, created, usage } = reply
  return {
    object: 'edit',
    created: typeof created === 'number' ? created : 0,
    choices: Array.isArray(choices) ? choices.map(choiceOf) : [],
    ...(isObject(usage) && { usage }),
  }
}
