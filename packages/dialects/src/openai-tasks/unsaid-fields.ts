import { isObject, parseJson, type JsonObject } from '../json.ts'
import type { Dropped, TaskCapability } from '../model/provider.ts'
import type { Task, TaskCall } from '../model/task.ts'
import type { ChannelTarget, EncodeContext } from '../model/upstream.ts'

/** The same at every encoding, so that two requests differ by what is asked alone. */
const CONTEXT: EncodeContext = { now: 0, nonce: () => '0'.repeat(32), accessToken: '' }

/** Said in any case, or nothing that anyone would miss: a label for the caller, and figures that are reported without being asked for. */
const MET: ReadonlySet<string> = new Set(['model', 'prompt', 'input', 'query', 'documents', 'user', 'stream_options'])

/** What is given here, whatever form upstream answers in. */
const metByUs = (task: Task): string | undefined => {
  if (task === 'embeddings') return 'encoding_format'
  return task.startsWith('images/') ? 'response_format' : undefined
}

/** Values that ask for what comes without them, as text: a form has nothing else. */
const USUAL = new Map<string, readonly string[]>([
  ['n', ['1']],
  ['best_of', ['1']],
  ['speed', ['1']],
  ['frequency_penalty', ['0']],
  ['presence_penalty', ['0']],
  ['size', ['auto']],
  ['quality', ['auto', 'standard']],
  ['background', ['auto']],
  ['moderation', ['auto']],
  // Of speech.
  ['response_format', ['mp3']],
  ['stream_format', ['audio']],
])

const asksNothing = (name: string, value: unknown): boolean => {
  if (value === undefined || value === null || value === false || value === '' || value === 'false') return true
  return (typeof value === 'string' || typeof value === 'number') && USUAL.get(name)?.includes(String(value)) === true
}

const MAX_TEXT = 200
const MAX_FILE_BYTES = 64
/** More than any wire has: each of them is asked for anew, and a caller can name any number. */
const MAX_FIELDS = 32
const MAX_MEMBERS = 4
const MAX_DEPTH = 2

const membersOf = (object: JsonObject, most: number, change: (value: unknown) => unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => name.length <= MAX_TEXT)
      .slice(0, most)
      .map(([name, value]) => [name, change(value)]),
  )

const shortened = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, 1).map((entry) => shortened(entry, depth - 1))
  return isObject(value) ? membersOf(value, MAX_MEMBERS, (member) => shortened(member, depth - 1)) : null
}

const withFields = (call: TaskCall, fields: JsonObject): TaskCall => {
  if (call.form === undefined) return { ...call, body: fields, rawBody: JSON.stringify(fields) }
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return { ...call, form: { ...call.form, fields: texts } }
}

/** The same question with less of what it is about, which may be many megabytes. */
const lightened = (call: TaskCall, fields: JsonObject): TaskCall => {
  const { form } = call
  const files = form?.files.map(({ name, bytes }) => ({ name, bytes: bytes.subarray(0, MAX_FILE_BYTES) })) ?? []
  return withFields(form === undefined ? call : { ...call, form: { ...form, files } }, fields)
}

const without = (fields: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))

/** The fields without the one, and with another value of it: one alone would not tell a default that is asked for from a field that is not read. */
const otherFields = (fields: JsonObject, name: string): readonly JsonObject[] => {
  const value = fields[name]
  if (typeof value === 'string') return [without(fields, name), { ...fields, [name]: `${value}~` }]
  return typeof value === 'number' ? [without(fields, name), { ...fields, [name]: value + 1 }] : [without(fields, name)]
}

interface Sent {
  readonly url: string
  readonly body: string
}

/**
 * What a task asks for and upstream is not told: whatever stood there, the request would be the same. Found out by encoding the call anew, so
 * that no list beside an encoder can differ from it. A body that is passed on, and a call that asks for nothing special, are not looked at.
 */
export const unsaidFields = (capability: TaskCapability, call: TaskCall, target: ChannelTarget): Dropped => {
  const asked: JsonObject = call.form?.fields ?? call.body ?? {}
  const given = metByUs(call.task)
  const isMet = (name: string): boolean => MET.has(name) || name === given || capability.metInReply?.includes(name) === true
  const special = Object.keys(asked).filter((name) => !isMet(name) && !asksNothing(name, asked[name]))
  if (special.length === 0) return []
  const fields = membersOf(asked, MAX_FIELDS, (value) => shortened(value, MAX_DEPTH))
  const light = lightened(call, fields)
  const sentFor = (other: TaskCall): Sent | undefined => {
    try {
      const { url, body } = capability.encode(other, target, CONTEXT)
      return typeof body === 'string' ? { url, body } : undefined
    } catch {
      // Refused, or the key cannot be used: the attempt itself has told it.
      return undefined
    }
  }
  const sent = sentFor(light)
  if (sent === undefined || sent.body === light.rawBody) return []
  const json = parseJson(sent.body)
  const isSaid = (name: string): boolean => isObject(json) && JSON.stringify(json[name]) === JSON.stringify(fields[name])
  const isSameFor = (other: JsonObject): boolean => {
    const request = sentFor(withFields(light, other))
    return request?.url === sent.url && request.body === sent.body
  }
  return special.filter((name) => Object.hasOwn(fields, name) && !isSaid(name) && otherFields(fields, name).every(isSameFor))
}
