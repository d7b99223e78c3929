import { describe, expect, it } from 'bun:test'
import { z } from 'zod'
import * as account from './account.ts'
import * as channel from './channel.ts'
import type { EndpointDefinition } from './endpoint.ts'
import * as log from './log.ts'
import * as redemption from './redemption.ts'
import * as session from './session.ts'
import * as site from './site.ts'
import * as token from './token.ts'
import * as user from './user.ts'
import * as userAdmin from './user-admin.ts'

/** Long enough that a pattern which goes back over what it has read would not come to an end within the time of a test. */
const LENGTH = 50_000
const UNITS = ['a', ' ', '@', 'a@', 'a.', '.', '0', '1,', '10.0.0.0/8,', '{', '[', '"', '\\', '/', 'http://', '%', '\n', '中', '<a ', 'a-']

const texts = UNITS.flatMap((unit) => {
  const run = unit.repeat(Math.ceil(LENGTH / unit.length))
  return [run, `${run}!`]
})

const isEndpoint = (value: unknown): value is EndpointDefinition =>
  typeof value === 'object' && value !== null && 'path' in value && 'input' in value

const schemas = [account, channel, log, redemption, session, site, token, user, userAdmin]
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isEndpoint)
  .flatMap(({ input }) => [input.params, input.query, input.body])
  .filter((schema): schema is z.ZodObject => schema instanceof z.ZodObject)

const fields = [...new Set(schemas.flatMap((schema) => Object.values(schema.shape) as readonly z.ZodType[]))]

describe('IN-21 the rules of every field', () => {
  it('come to an end with very long texts', () => {
    expect(fields.length).toBeGreaterThan(60)
    const verdicts = fields.map((field) => texts.filter((text) => field.safeParse(text).success).length)
    expect(verdicts).toHaveLength(fields.length)
  }, 10_000)
})
