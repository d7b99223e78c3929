import { isObject, parseJson } from '../json.ts'
import { shapeProblem } from '../openai-chat/body-shape.ts'
import { parseChatCall, type ParsedCall } from '../openai-chat/parse-call.ts'

/** What a chat has under the same name. */
const SHARED = ['model', 'n', 'temperature', 'top_p', 'user'] as const
const OWN: ReadonlySet<string> = new Set([...SHARED, 'instruction', 'input'])

const refuse = (param: string, zh: string, en: string): ParsedCall => ({ ok: false, problem: { param, zh, en } })

/** The models of this endpoint are gone; those of today edit when they are told to answer with nothing else. */
const messagesFor = (instruction: string, input: string) => [
  { role: 'system', content: `Apply this instruction to the text and reply with the changed text alone: ${instruction}` },
  { role: 'user', content: input },
]

/** Turns the bytes of an edit into the chat that serves it, or says which field is wrong. Fields that an edit does not have are left out and named. */
export const parseEditCall = (rawBody: string): ParsedCall => {
  const problem = shapeProblem(rawBody)
  if (problem !== undefined) return { ok: false, problem }
  const body = parseJson(rawBody)
  if (!isObject(body)) return refuse('', '请求体不是合法的 JSON 对象', 'The request body is not a valid JSON object')
  const { instruction, input = '' } = body
  if (typeof instruction !== 'string' || instruction.trim() === '')
    return refuse('instruction', 'instruction 必须是非空文本', 'The field instruction must be a text that is not empty')
  if (typeof input !== 'string') return refuse('input', 'input 必须是文本', 'The field input must be a text')
  const shared = Object.fromEntries(SHARED.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]))
  const parsed = parseChatCall(JSON.stringify({ ...shared, messages: messagesFor(instruction, input) }))
  if (!parsed.ok) return parsed
  const dropped = Object.keys(body).filter((name) => !OWN.has(name))
  return { ok: true, call: { ...parsed.call, dropped: [...parsed.call.dropped, ...dropped] } }
}
