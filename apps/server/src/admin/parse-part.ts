import { Refusal, type Language } from '@weir/contract/errors'
import { schemaProblem } from '@weir/contract/values/schema-problem'
import type { z } from 'zod'
import { problemText } from './invalid-input.ts'

/** What is named where no member of the body is wrong but all of it. */
export const WHOLE_BODY = 'body'

/** One part of the input of an endpoint: its parameters, its query or its body. */
export const parseWith = <T>(schema: z.ZodType<T>, value: unknown, language: Language): T => {
  const parsed = schema.safeParse(value, { error: schemaProblem(language) })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || WHOLE_BODY
  throw new Refusal('invalid-input', { field, problem: problemText(issue?.message ?? '', language) })
}

/** The same for a part that an endpoint may not have. */
export const parsePart = (schema: z.ZodType | undefined, value: unknown, language: Language): unknown =>
  schema === undefined ? undefined : parseWith(schema, value, language)
