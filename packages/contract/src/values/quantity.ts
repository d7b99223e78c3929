import { z } from 'zod'

/** Whole units of quota. Beyond ±2^53 a JSON number is no longer exact, so nothing larger is accepted. */
export const quotaUnits = z.int()
export const quotaNotNegative = z.int().min(0)

/** A figure as it is shown: what lies beyond ±2^53 is shown as the last number that is exact, and is an error nowhere. */
export const saturated = (figure: number): number => Math.min(Math.max(figure, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)

export const addSaturated = (a: number, b: number): number => saturated(a + b)

export const epochSeconds = z.int()
export const NEVER_EXPIRES = -1

/** Comma-joined on the wire; blanks and repeats have no meaning. */
export const splitList = (joined: string): readonly string[] => [
  ...new Set(
    joined
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
]

export const joinedList = z.string().transform((joined) => splitList(joined).join(','))

/** NUL is refused: PostgreSQL cannot store it, and a name that ends early on one database is a different name. */
export const cleanText = (max: number) =>
  z
    .string()
    // Nothing else is asked of a text that is too long: rules are written for texts of the usual length.
    .max(max, { abort: true })
    .refine((text) => !text.includes('\0'), 'NUL')
