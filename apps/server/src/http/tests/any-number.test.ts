import { afterAll, beforeAll, expect, it } from 'bun:test'
import { randomBytes } from 'node:crypto'
import type { EndpointDefinition } from '@weir/contract/endpoint'
import { optionTable } from '@weir/contract/options/option'
import { Role } from '@weir/contract/user'
import { describeStore } from '@weir/store/testing/store-harness'
import { z } from 'zod'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../../testing/server-harness.ts'

/** As they are written on the wire: some of them are no numbers of this language. */
const NUMBERS = [
  '0',
  '2147483647',
  '2147483648',
  '4294967296',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '-1',
  '-2147483649',
  '-9007199254740991',
  '-9007199254740993',
  '-9223372036854775809',
  '0.5',
  '-0.5',
  '9007199254740991.5',
  '1e15',
  '1e308',
  '1e999',
  '"12"',
  '"9007199254740993"',
  '"many"',
  '""',
] as const

const EDGES = ['0', '1', '2147483648', '9007199254740991', '-9007199254740991', '9223372036854775807'] as const

const REPLY = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
}

const TIMEOUT_MS = 300_000

const fieldsOf = (schema: z.ZodType | undefined): readonly string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

/** Whatever takes a number in one of its forms. */
const numbersOf = (schema: z.ZodType | undefined): readonly string[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>)
        .filter(([, field]) => [1, 2, 3].some((number) => field.safeParse(number).success))
        .map(([name]) => name)
    : []

const unquoted = (text: string): string => text.replaceAll('"', '')

const problemOf = ({ status, json }: Answer): string | undefined => {
  if (status >= 500) return `status ${status}`
  return typeof json?.['success'] === 'boolean' ? undefined : 'no envelope'
}

describeStore('numbers sent to the management API', (bed) => {
  let harness: ServerHarness
  let root: Member
  let target: Member
  /** What a good call of each endpoint holds beside the number in question. */
  let good: Readonly<Record<string, unknown>>
  const ids = new Map<string, number>()
  const problems: string[] = []

  const ask = async (method: string, path: string, rawBody?: string): Promise<Answer> => {
    const answer = await harness.call(method, path, { cookie: root.cookie, ...(rawBody !== undefined && { rawBody }) })
    const problem = problemOf(answer)
    if (problem !== undefined) problems.push(`${method} ${path} ${rawBody ?? ''}: ${problem}`)
    return answer
  }

  const newId = async (kind: string, path: string, body: unknown): Promise<void> => {
    await ask('POST', path, JSON.stringify(body))
    const { json } = await ask('GET', path)
    const [first] = z.array(z.object({ id: z.int() })).parse(json?.['data'])
    ids.set(kind, first?.id ?? 0)
  }

  beforeAll(async () => {
    harness = await openServerHarness({ database: await bed.fresh(), upstream: () => Promise.resolve(Response.json(REPLY)) })
    root = await harness.member(Role.root)
    target = await harness.member(Role.user)
    await newId('token', '/api/token/', { name: 'n', unlimited_quota: false, remain_quota: 5 })
    await newId('channel', '/api/channel/', { name: 'n', type: 1, key: 'sk-a', models: 'gpt-4o-mini' })
    await newId('redemption', '/api/redemption/', { name: 'n', quota: 5 })
    ids.set('user', target.id)
    good = { name: 'n', type: 1, key: 'sk-a', models: 'gpt-4o-mini', group: 'default', quota: 5, count: 1, user_id: target.id, remark: 'r' }
  }, TIMEOUT_MS)

  afterAll(() => harness.close())

  const idFor = ({ path }: EndpointDefinition): number => ids.get(/^\/api\/(\w+)/.exec(path)?.[1] ?? '') ?? 1

  const bodyWith = (endpoint: EndpointDefinition, field: string, number: string): string => {
    const rest = { ...good, id: idFor(endpoint) }
    const fields = fieldsOf(endpoint.input.body).filter((name) => name !== field && name in rest)
    const texts = fields.map((name) => `${JSON.stringify(name)}:${JSON.stringify(rest[name as keyof typeof rest])}`)
    return `{${[...texts, `${JSON.stringify(field)}:${number}`].join(',')}}`
  }

  const endpoints = () =>
    harness.routes.map(({ endpoint }) => endpoint).filter(({ path }) => !/^\/api\/user\/(?:logout|self|session)/.test(path))

  const listAll = async (): Promise<void> => {
    const lists = endpoints().filter(({ method, path }) => method === 'GET' && !path.includes(':'))
    for (const { path } of lists) await ask('GET', path)
    for (const [kind, id] of ids) await ask('GET', `/api/${kind}/${id}`)
  }

  it(
    'in a body are taken or refused, never a fault of ours',
    async () => {
      let calls = 0
      for (const endpoint of endpoints()) {
        for (const field of numbersOf(endpoint.input.body)) {
          for (const number of NUMBERS) {
            await ask(endpoint.method, endpoint.path, bodyWith(endpoint, field, number))
            calls += 1
          }
        }
        if (numbersOf(endpoint.input.body).length > 0) await listAll()
      }
      expect(problems.splice(0)).toEqual([])
      expect(calls).toBeGreaterThan(300)
    },
    TIMEOUT_MS,
  )

  it(
    'in an address are taken or refused, never a fault of ours',
    async () => {
      for (const { method, path, input } of endpoints()) {
        for (const number of NUMBERS.map(unquoted)) {
          if (path.includes(':id')) await ask(method, path.replace(':id', encodeURIComponent(number)))
          else if (method === 'GET') for (const field of numbersOf(input.query)) await ask(method, `${path}?${field}=${number}`)
        }
      }
      const span = (from: string, to: string) => `start_timestamp=${from}&end_timestamp=${to}`
      for (const path of ['/api/log/', '/api/log/stat', '/api/log/self/stat', '/api/dashboard', '/api/statistics/', '/api/statistics/self'])
        for (const from of EDGES) for (const to of EDGES) await ask('GET', `${path}?${span(from, to)}`)
      expect(problems.splice(0)).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'in an option are taken or refused, and what works with the option goes on',
    async () => {
      const { key } = await harness.token(root)
      const options = Object.entries(optionTable).filter(([, { kind }]) => ['integer', 'number', 'ratios'].includes(kind))
      for (const [name, { kind }] of options) {
        for (const number of NUMBERS) {
          const value = kind === 'ratios' ? `{"gpt-4o-mini":${number},"default":${number}}` : unquoted(number)
          const { json } = await ask('PUT', '/api/option/', JSON.stringify({ key: name, value }))
          if (json?.['success'] !== true) continue
          const relayed = await harness.call('POST', '/v1/chat/completions', {
            headers: { authorization: `Bearer sk-${key}` },
            body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] },
          })
          if (relayed.status >= 500 && relayed.status !== 503) problems.push(`${name} ${number}: the relay answers ${relayed.status}`)
          // The first credits of an account; a password takes its time.
          if (!name.startsWith('QuotaFor')) continue
          const username = `u${randomBytes(5).toString('hex')}`
          await ask('POST', '/api/user/', JSON.stringify({ username, password: 'a password of some length', display_name: '' }))
        }
      }
      // Every option has kept the last value it took.
      await listAll()
      expect(problems.splice(0)).toEqual([])
    },
    TIMEOUT_MS,
  )

  it('leave every list readable', async () => {
    await listAll()
    expect(problems.splice(0)).toEqual([])
    expect(await harness.store.ledgerMaintenance.verify()).toEqual([])
  })
})
