import { isObject, type JsonObject } from '../json.ts'
import type { CallProblem } from '../model/call.ts'

const mustBe = (param: string, zh: string, en: string): CallProblem => ({
  param,
  zh: `${param} 必须是${zh}`,
  en: `The field ${param} must be ${en}`,
})

const textProblem = (value: unknown, param: string): CallProblem | undefined =>
  typeof value === 'string' ? undefined : mustBe(param, '文本', 'a text')

const objectProblem = (value: unknown, param: string): CallProblem | undefined =>
  isObject(value) ? undefined : mustBe(param, '对象', 'an object')

const memberProblem = (value: unknown, member: string, param: string): CallProblem | undefined =>
  isObject(value) ? textProblem(value[member], `${param}.${member}`) : objectProblem(value, param)

/** Parts of other types pass, since upstreams invent their own. */
const knownPartProblem = (part: JsonObject, param: string): CallProblem | undefined => {
  switch (part['type']) {
    case 'text':
      return textProblem(part['text'], `${param}.text`)
    case 'refusal':
      return textProblem(part['refusal'], `${param}.refusal`)
    case 'image_url':
      return typeof part['image_url'] === 'string' ? undefined : memberProblem(part['image_url'], 'url', `${param}.image_url`)
    case 'input_audio':
      return memberProblem(part['input_audio'], 'data', `${param}.input_audio`)
    case 'file':
      return objectProblem(part['file'], `${param}.file`)
    case 'tool_result':
      return contentProblem(part['content'], `${param}.content`)
    default:
      return textProblem(part['type'], `${param}.type`)
  }
}

const partProblem = (part: unknown, param: string): CallProblem | undefined =>
  isObject(part) ? knownPartProblem(part, param) : objectProblem(part, param)

type ProblemOf = (value: unknown, param: string) => CallProblem | undefined

/** The first problem of a list of parts, each of which is an object on every wire. */
export const partsProblem = (parts: readonly unknown[], param: string, problemOf: ProblemOf = objectProblem): CallProblem | undefined => {
  for (let at = 0; at < parts.length; at++) {
    const problem = problemOf(parts[at], `${param}[${at}]`)
    if (problem !== undefined) return problem
  }
  return undefined
}

const contentProblem = (content: unknown, param: string): CallProblem | undefined => {
  if (typeof content === 'string' || content === undefined || content === null) return undefined
  return Array.isArray(content) ? partsProblem(content, param, partProblem) : mustBe(param, '文本或数组', 'a text or an array of parts')
}

/** What is wrong with the messages of a call. Plain text, which nearly every message is, costs one look at its type. */
export const messagesProblem = (messages: unknown): CallProblem | undefined => {
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isObject))
    return mustBe('messages', '非空的消息数组', 'a non-empty array of messages')
  for (let at = 0; at < messages.length; at++) {
    const { content } = messages[at] as JsonObject
    const problem = typeof content === 'string' ? undefined : contentProblem(content, `messages[${at}].content`)
    if (problem !== undefined) return problem
  }
  return undefined
}
