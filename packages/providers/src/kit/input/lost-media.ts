import { arrayAt, isObject, type JsonObject } from '@weir/dialects/json'

const MEMBERS = ['images', 'audio'] as const

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

/** Pictures and sounds of earlier answers that a change took out of every message, by their places. */
export const lostMedia = (asked: JsonObject, adapted: JsonObject): readonly string[] => {
  if (asked === adapted) return []
  const kept = arrayAt(adapted, 'messages').filter(isObject)
  const gone = MEMBERS.filter((member) => !kept.some((message) => isPresent(message[member])))
  return arrayAt(asked, 'messages').flatMap((message, at) =>
    gone.filter((member) => isObject(message) && isPresent(message[member])).map((member) => `messages[${at}].${member}`),
  )
}
