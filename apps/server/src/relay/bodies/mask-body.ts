import { withoutKeys } from '@weir/relay/upstream/without-secrets'

/** Also inside of a text that is JSON itself, whose quotes are escaped. */
const SECRET_FIELD =
  /(\\*)"(?:x-)?(?:api[_-]?key|authorization|auth[_-]?token|access[_-]?token|refresh[_-]?token|client[_-]?secret|secret(?:[_-]?key)?|private[_-]?key|password|passwd|credentials?)\1"\s*:\s*\1"/gi

/** Where a text ends whose quotes have so many backslashes: in text inside of text, each backslash is two, and so on. */
const endOfText = (text: string, from: number, escapes: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let run = 0
    while (at - run > from && text[at - run - 1] === '\\') run++
    if (run % (2 * (escapes + 1)) === escapes) return at - escapes
  }
  return text.length
}

const withoutSecretFields = (text: string): string => {
  let masked = ''
  let copied = 0
  SECRET_FIELD.lastIndex = 0
  for (let found = SECRET_FIELD.exec(text); found !== null; found = SECRET_FIELD.exec(text)) {
    const end = endOfText(text, SECRET_FIELD.lastIndex, found[1]?.length ?? 0)
    masked += `${text.slice(copied, SECRET_FIELD.lastIndex)}***`
    copied = end
    SECRET_FIELD.lastIndex = end
  }
  return masked + text.slice(copied)
}

/** Words are far shorter; an address or a hash hardly ever has so many characters in a row. */
const BASE64_RUN = /(?:data:([\w.+-]+\/[\w.+-]+)[^,"\\\s]{0,40};base64,)?[A-Za-z0-9+/_-]{256,}={0,2}/g

/** By the first bytes. */
const STARTS: readonly (readonly [start: string, type: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp or audio/wav'],
  ['SUQz', 'audio/mpeg'],
  ['T2dnUw', 'audio/ogg'],
  ['JVBERi0', 'application/pdf'],
]

/** Without the parameters of the type, such as the boundary of a form. */
export const noteOf = (type: string, bytes: number): string => `[${type.replace(/\s*;.*$/s, '')}, ${bytes} bytes]`

const noteOfRun = (run: string, named: string | undefined): string => {
  const data = named === undefined ? run : run.slice(run.indexOf(',') + 1)
  const type = named ?? STARTS.find(([start]) => data.startsWith(start))?.[1] ?? 'base64'
  return noteOf(type, Math.floor((data.replace(/=+$/, '').length * 3) / 4))
}

/** Taken out before the others, which would take the rest of the line with it. */
const BEARER = /\bBearer\s+[\w.~+/=-]{8,}/gi

/** What may be kept of a body: no key or password, and of a picture, a sound or a file its type and size. Works on a text that is cut. */
export const maskedBody = (text: string): string => {
  const noted = text.replaceAll(BASE64_RUN, (run: string, named: string | undefined) => noteOfRun(run, named))
  return withoutKeys(withoutSecretFields(noted).replaceAll(BEARER, '***'))
}

const TEXT_TYPE = /^(?:application\/([\w.-]+\+)?json|application\/x-ndjson|text\/)/i

/** Others are kept as a note of their type and size. A request without a type is taken for JSON, as the relay does. */
export const isTextType = (type: string): boolean => type === '' || TEXT_TYPE.test(type)
