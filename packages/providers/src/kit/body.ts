import { arrayAt, isObject, textAt, type JsonObject } from '@weir/dialects/json'

/** One change to a request body. Returns the same object when there is nothing to change, so that the caller's bytes can pass. */
export type BodyChange = (body: JsonObject, model: string) => JsonObject

/** Several changes, one after the other. */
export const changes =
  (...list: readonly BodyChange[]): BodyChange =>
  (body, model) =>
    list.reduce((changed, change) => change(changed, model), body)

/** A change for some models only. */
export const forModels =
  (isMeant: RegExp | ((model: string) => boolean), change: BodyChange): BodyChange =>
  (body, model) =>
    (isMeant instanceof RegExp ? isMeant.test(model) : isMeant(model)) ? change(body, model) : body

export const withoutFields = (...fields: readonly string[]): BodyChange => {
  // A caller can name any number of fields, and all of them may be those to leave out.
  const names = new Set(fields)
  return (body) =>
    fields.some((field) => Object.hasOwn(body, field))
      ? Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)))
      : body
}

export const onlyFields =
  (...fields: readonly string[]): BodyChange =>
  (body) =>
    Object.keys(body).every((name) => fields.includes(name))
      ? body
      : Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)))

/** The value moves under the new name unless that is taken. */
export const renameField =
  (from: string, to: string): BodyChange =>
  (body) => {
    if (!Object.hasOwn(body, from)) return body
    const entries = Object.entries(body).filter(([name]) => !(name === from && Object.hasOwn(body, to)))
    return Object.fromEntries(entries.map(([name, value]) => [name === from ? to : name, value]))
  }

/** Puts a number inside a range; what is no number is left for upstream to refuse. */
export const clampField =
  (field: string, { min = -Infinity, max = Infinity }: { readonly min?: number; readonly max?: number }): BodyChange =>
  (body) => {
    const value = body[field]
    if (typeof value !== 'number' || (value >= min && value <= max)) return body
    return { ...body, [field]: Math.min(max, Math.max(min, value)) }
  }

/** Sets a field that the caller left out. */
export const defaultField =
  (field: string, value: unknown): BodyChange =>
  (body) =>
    body[field] === undefined ? { ...body, [field]: value } : body

/** Replaces a field's value by another word for it. A word that maps to nothing takes the field away. */
export const translateField =
  (field: string, words: Readonly<Record<string, string | undefined>>): BodyChange =>
  (body) => {
    const word = textAt(body, field)
    if (word === undefined || !Object.hasOwn(words, word)) return body
    const translated = words[word]
    return translated === undefined ? withoutFields(field)(body, '') : { ...body, [field]: translated }
  }

type MessageChange = (message: JsonObject, at: number, all: readonly unknown[]) => JsonObject

/** One change applied to every message. */
export const eachMessage =
  (change: MessageChange): BodyChange =>
  (body) => {
    const messages = arrayAt(body, 'messages')
    const changed = messages.map((message, at) => (isObject(message) ? change(message, at, messages) : message))
    return changed.every((message, at) => message === messages[at]) ? body : { ...body, messages: changed }
  }

export const developerIsSystem = eachMessage((message) => (message['role'] === 'developer' ? { ...message, role: 'system' } : message))

export const messagesWithout = (...fields: readonly string[]): BodyChange => {
  const change = withoutFields(...fields)
  return eachMessage((message) => change(message, ''))
}

/** Some refuse a member whose value is null where OpenAI takes it as absent. A null content stays: it has a meaning. */
export const messagesWithoutNulls = eachMessage((message) => {
  const entries = Object.entries(message).filter(([name, value]) => value !== null || name === 'content')
  return entries.length === Object.keys(message).length ? message : Object.fromEntries(entries)
})

/** Several text parts become one string. Content with anything but text is left as it is. */
export const flattenText = eachMessage((message) => {
  const { content } = message
  if (!Array.isArray(content) || content.length === 0) return message
  const parts: readonly unknown[] = content
  return parts.every((part) => textAt(part, 'type') === 'text')
    ? { ...message, content: parts.map((part) => textAt(part, 'text') ?? '').join('') }
    : message
})

/** One change applied to every function. */
export const eachTool =
  (change: (fn: JsonObject) => JsonObject): BodyChange =>
  (body) => {
    const tools = arrayAt(body, 'tools')
    const changed = tools.map((tool) => {
      const fn = isObject(tool) ? tool['function'] : undefined
      if (!isObject(tool) || !isObject(fn)) return tool
      const next = change(fn)
      return next === fn ? tool : { ...tool, function: next }
    })
    return changed.every((tool, at) => tool === tools[at]) ? body : { ...body, tools: changed }
  }

export const toolsWithout = (...fields: readonly string[]): BodyChange => {
  const change = withoutFields(...fields)
  return eachTool((fn) => change(fn, ''))
}
