import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import type { EndpointDefinition } from '@weir/contract/endpoint'
import { optionTable } from '@weir/contract/options/option'
import { Role } from '@weir/contract/user'
import fc from 'fast-check'
import { z } from 'zod'
import { openServerHarness, type Answer, type ServerHarness } from '../../testing/server-harness.ts'

/** `npm run fuzz` asks for many more than a test run has time for. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 2000)
const TIMEOUT_MS = 180_000 + RUNS * 50

let harness: ServerHarness
let credentials: readonly Readonly<Record<string, string>>[]

beforeAll(async () => {
  harness = await openServerHarness()
  const roles = [Role.user, Role.admin, Role.root]
  const tokens = roles.map(async (role) => {
    const member = await harness.member(role)
    const accessToken = `access-token-of-role-${role}`
    await harness.store.users.setAccessToken(member.id, accessToken)
    return { authorization: accessToken }
  })
  credentials = [{}, ...(await Promise.all(tokens))]
})

afterAll(() => harness.close())

const keysOf = (schema: z.ZodType | undefined): readonly string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '_',
    '\\',
    "'",
    '"; drop table users; --',
    '\u0000',
    '../../etc/passwd',
    '{}',
    '[]',
    'null',
    '\ud800',
    '1e999',
  ),
)

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(null, true, false, 0.1, -0, 2 ** 53, -(2 ** 53), 1e308, [], {}, [[]], { a: { b: 1 } }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Objects with the endpoint's own keys and a stray one, so that most inputs get past the first rule. */
const oddObject = (keys: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  fc.record(Object.fromEntries([...keys, 'stray'].map((key) => [key, valueFor(key, value)])), { requiredKeys: [] })

/** What gets past the schemas, so that rules and repositories meet odd neighbours instead of one odd value. */
const plausible: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: fc.integer({ min: 1, max: 12 }),
  user_id: fc.integer({ min: 1, max: 12 }),
  key: fc.constantFrom(...Object.keys(optionTable), 'sk-a', 'a\nb\n\n c'),
  value: fc.constantFrom('true', 'false', '1', '0', '0.5', '{}', '{"gpt-4o":1}', 'https://example.org', '<b>x</b>', ''),
  action: fc.constantFrom('promote', 'demote', 'disable', 'enable', 'delete'),
  username: fc.constantFrom('somebody', 'root', ' ', '名'),
  quota: fc.integer({ min: 0, max: 1000 }),
  remain_quota: fc.integer({ min: 0, max: 1000 }),
  count: fc.integer({ min: 1, max: 3 }),
  status: fc.integer({ min: 0, max: 4 }),
  type: fc.constantFrom(1, 8, 3),
  name: fc.constantFrom('name', '%_', '🙂‮'),
  models: fc.constantFrom('gpt-4o', 'a,b,,a'),
  group: fc.constantFrom('default', 'vip'),
  base_url: fc.constantFrom('', 'https://upstream.example'),
  target_timestamp: fc.integer({ min: 0, max: 10 }),
  p: fc.integer({ min: 0, max: 3 }),
}

const valueFor = (key: string, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => {
  const known = plausible[key]
  return known === undefined ? odd : fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: odd })
}

interface OddCall {
  readonly method: string
  readonly path: string
  readonly rawBody: string | undefined
}

const queryText = (query: Readonly<Record<string, unknown>>): string =>
  Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value).toWellFormed())}`)
    .join('&')

const oddCallOf = (endpoint: EndpointDefinition): fc.Arbitrary<OddCall> => {
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const body = fc.oneof(
    { weight: 6, arbitrary: oddObject(keysOf(endpoint.input.body), oddValue).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: oddValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: oddText },
  )
  return fc.record({
    method: fc.constant(endpoint.method),
    path: fc
      .tuple(fc.oneof(fc.integer({ min: -1, max: 9 }).map(String), oddText), oddObject(keysOf(endpoint.input.query), oddText))
      .map(([id, query]) => `${endpoint.path.replace(':id', encodeURIComponent(id.toWellFormed()))}?${queryText(query)}`),
    rawBody: hasBody ? body : fc.constant(undefined),
  })
}

/** 400 is for a body of `PUT /api/option/` that is no object. */
const ALLOWED = new Set([200, 400, 401, 403, 404, 413, 429])

const problemOf = (answer: Answer): string | undefined => {
  if (!ALLOWED.has(answer.status)) return `status ${answer.status}`
  if (typeof answer.json?.['success'] !== 'boolean' || typeof answer.json['message'] !== 'string') return 'no envelope'
  if (/\bat .+:\d+|sqlite|select .+ from|node_modules/i.test(answer.text)) return 'shows its inside'
  return undefined
}

const assertBears = async (endpoints: readonly EndpointDefinition[], numRuns: number): Promise<void> => {
  const call = fc.tuple(fc.nat({ max: 3 }), fc.oneof(...endpoints.map(oddCallOf)))
  await fc.assert(
    fc.asyncProperty(call, async ([who, { method, path, rawBody }]) => {
      const answer = await harness.call(method, path, { headers: credentials[who] ?? {}, ...(rawBody !== undefined && { rawBody }) })
      expect(problemOf(answer)).toBeUndefined()
    }),
    { numRuns },
  )
}

/** Whoever sends a password waits for its hash, which is slow on purpose. */
const isSlow = (endpoint: EndpointDefinition): boolean => keysOf(endpoint.input.body).includes('password')

/** These would end the accounts that the calls are made with. */
const endsAccounts = (endpoint: EndpointDefinition): boolean => endpoint.method === 'DELETE' && endpoint.path.startsWith('/api/user/')

describe('whatever is sent to the management API', () => {
  it(
    'is answered in the envelope, without a fault of ours',
    async () => {
      const endpoints = harness.routes.map((route) => route.endpoint).filter((endpoint) => !isSlow(endpoint) && !endsAccounts(endpoint))
      await assertBears(endpoints, RUNS)
    },
    TIMEOUT_MS,
  )

  it(
    'is answered in the envelope where passwords are hashed, too',
    async () => {
      await assertBears(harness.routes.map((route) => route.endpoint).filter(isSlow), Math.ceil(RUNS / 40))
    },
    TIMEOUT_MS,
  )
})

describe('whatever is sent to the relay', () => {
  it('is refused in the shape of its wire, without a fault of ours', async () => {
    const member = await harness.member(Role.user)
    const { key } = await harness.token(member)
    let cases = 0
    const body = fc.oneof(
      oddObject(
        [
          'model',
          'messages',
          'input',
          'instructions',
          'system',
          'tool_choice',
          'thinking',
          'text',
          'stream',
          'stream_options',
          'n',
          'max_tokens',
          'tools',
        ],
        oddValue,
      ).map((value) => JSON.stringify(value)),
      oddText,
    )
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.constantFrom(`Bearer sk-${key}`, `Bearer ${key}-1`, 'Bearer sk-none', ''),
        fc.constantFrom('/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/messages/count_tokens'),
        async (rawBody, authorization, path) => {
          // Another address each time: wrong keys in a row from one would be held up.
          cases += 1
          const peer = `10.0.${cases >> 8}.${cases & 255}`
          const answer = await harness.call('POST', path, { rawBody, headers: { authorization }, peer })
          if (path.startsWith('/v1/messages')) {
            expect([400, 401, 403, 404]).toContain(answer.status)
            expect(answer.json).toMatchObject({
              type: 'error',
              error: { message: expect.any(String), type: expect.stringMatching(/_error$/) },
            })
            return
          }
          expect([400, 401, 403, 503]).toContain(answer.status)
          expect(answer.json?.['error']).toMatchObject({ message: expect.any(String), type: 'one_api_error', code: expect.any(String) })
        },
      ),
      { numRuns: 500 },
    )
  }, 180_000)
})
