import { isObject, type JsonObject } from '@weir/dialects/json'

/** Where the wires keep what the model is told before the conversation, and the conversation itself. */
const INSTRUCTIONS = ['system', 'instructions', 'systemInstruction', 'system_instruction'] as const
const CONVERSATIONS = ['messages', 'input', 'contents'] as const

/** A conversation begins with instructions, at times with a greeting, and then with what the user said first. */
const MAX_ENTRIES = 4
/** Enough to tell conversations apart, whatever the size of a prompt. */
const MAX_TEXTS = 16
const MAX_DEPTH = 4
const SAMPLE = 64

/** Clients move these marks along from turn to turn, over messages that stay as they are. */
const MOVING_FIELD = 'cache_control'

/** Of FNV-1a. */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

const fold = (hash: number, value: number): number => Math.imul(hash ^ value, PRIME)

/** Its length, and of a long text both ends: prompts that are made from one template differ at the end. */
export const foldText = (hash: number, text: string): number => {
  const { length } = text
  const head = Math.min(length, SAMPLE)
  let folded = fold(hash, length)
  for (let at = 0; at < head; at++) folded = fold(folded, text.charCodeAt(at))
  for (let at = Math.max(head, length - SAMPLE); at < length; at++) folded = fold(folded, text.charCodeAt(at))
  return folded
}

interface Walk {
  hash: number
  texts: number
}

const visit = (walk: Walk, value: unknown, depth: number): void => {
  if (typeof value === 'string') {
    walk.hash = foldText(walk.hash, value)
    walk.texts--
    return
  }
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return
  if (Array.isArray(value)) {
    for (const member of value) {
      if (walk.texts <= 0) return
      visit(walk, member, depth + 1)
    }
    return
  }
  for (const name in value) {
    if (walk.texts <= 0) return
    if (name !== MOVING_FIELD) visit(walk, (value as JsonObject)[name], depth + 1)
  }
}

const visitConversation = (walk: Walk, conversation: unknown): void => {
  if (!Array.isArray(conversation)) return visit(walk, conversation, 0)
  for (let at = 0; at < MAX_ENTRIES && at < conversation.length; at++) {
    const entry: unknown = conversation[at]
    visit(walk, entry, 0)
    if (isObject(entry) && entry['role'] === 'user') return
  }
}

/**
 * A number that all turns of a conversation share: from the instructions and everything up to what the user said first, on any wire that
 * a caller may speak. Runs on every request, so it looks at a bounded part of them.
 */
export const hashPromptBeginning = (body: JsonObject): number => {
  const walk: Walk = { hash: OFFSET, texts: MAX_TEXTS }
  for (const name of INSTRUCTIONS) if (body[name] !== undefined) visit(walk, body[name], 0)
  for (const name of CONVERSATIONS) if (body[name] !== undefined) visitConversation(walk, body[name])
  return walk.hash
}
