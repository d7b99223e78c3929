import { describe, expect, it } from 'bun:test'
import { z } from 'zod'
import { processorMs } from '../../../tools/testing/processor-time.ts'
import * as account from './account.ts'
import * as channel from './channel.ts'
import type { EndpointDefinition } from './endpoint.ts'
import { Refusal } from './errors.ts'
import * as log from './log.ts'
import { isOptionKey, optionTable, type OptionKey } from './options/option.ts'
import { normalizeOption } from './options/option-rules.ts'
import * as passkey from './sign-in/passkey.ts'
import * as redemption from './redemption.ts'
import * as session from './session.ts'
import * as site from './site.ts'
import * as token from './token.ts'
import * as user from './user.ts'
import * as userAdmin from './user-admin.ts'

const LENGTH = 1024 * 1024
const LIMIT_MS = 100
const TRIES = 5
const UNITS = ['a', ' ', '@', 'a@', 'a.', '.', '0', '1,', '10.0.0.0/8,', '{', '[', '"', '\\', '/', 'http://', '%', '\n', '中', '<a ', 'a-']

const texts = UNITS.flatMap((unit) => {
  const run = unit.repeat(Math.ceil(LENGTH / unit.length))
  return [run, `${run}!`]
})

const isEndpoint = (value: unknown): value is EndpointDefinition =>
  typeof value === 'object' && value !== null && 'path' in value && 'input' in value

const schemas = [account, channel, log, passkey, redemption, session, site, token, user, userAdmin]
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isEndpoint)
  .flatMap(({ input }) => [input.params, input.query, input.body])
  .filter((schema): schema is z.ZodObject => schema instanceof z.ZodObject)

const fields = [...new Set(schemas.flatMap((schema) => Object.values(schema.shape) as readonly z.ZodType[]))]

/** The best of a few: memory may be tidied up meanwhile, a pattern that goes back over what it has read is slow every time. */
const isSlow = (check: () => void): boolean => Array.from({ length: TRIES }).every(() => processorMs(check) >= LIMIT_MS)

const check = (key: OptionKey, value: string): void => {
  try {
    normalizeOption(key, value)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

describe('IN-21 the rules of every field', () => {
  it('are done with a megabyte within a tenth of a second, whatever it is', () => {
    expect(fields.length).toBeGreaterThan(60)
    const slow = fields.flatMap((field) => texts.filter((text) => isSlow(() => void field.safeParse(text))))
    expect(slow.map((text) => text.slice(0, 12))).toEqual([])
  }, 180_000)

  it('are as quick for every option', () => {
    const keys = Object.keys(optionTable).filter(isOptionKey)
    expect(keys.filter((key) => texts.some((text) => isSlow(() => check(key, text))))).toEqual([])
  }, 180_000)
})
