import { parseJsonObject } from '../values/json.ts'
import { cleanText } from '../values/quantity.ts'

/** Stands for a secret that is stored: where it is sent back, the secret stays. */
export const KEPT_SECRET = '***'

/** What forms send that turn an empty setting into JSON once more than needed. */
const EMPTY = /^(?:""|null|\{\s*\})?$/

/** What a rule says of one member, in one text with the member's name. */
export const named = (rule: string, name: string): string => `${rule}|${name}`

type ProblemOf = (members: Readonly<Record<string, unknown>>) => string | undefined

/** A JSON object kept as text; one without members says nothing. */
export const overrideText = (problemOf: ProblemOf) =>
  cleanText(20_000)
    .transform((text) => text.trim())
    .transform((text) => (EMPTY.test(text) ? '' : text))
    .superRefine((text, context) => {
      const members = text === '' ? {} : parseJsonObject(text)
      const problem = members === undefined ? 'JSON' : problemOf({ ...members })
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    })
