import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../../testing/server-harness.ts'
import { ConsoleClient, type CredentialForm, type Reply, type Row } from '../../../testing/family/console-client.ts'
import { OTHER_CALLS } from '../../../testing/family/other-calls.ts'
import { OWN } from './own-calls.ts'

let harness: ServerHarness
let server: Bun.Server<undefined>

beforeAll(async () => {
  harness = await openServerHarness()
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, connection) => harness.handle(request, connection.requestIP(request)?.address ?? ''),
  })
})
afterAll(async () => {
  await server.stop(true)
  await harness.close()
})

const tokenOf = async ({ cookie }: Member): Promise<string> =>
  String((await harness.call('GET', '/api/user/token', { cookie })).json?.['data'])

const clientFor = async (form: CredentialForm, hasSlash: boolean, role: number = Role.root) => {
  const member = await harness.member(role)
  const accessToken = await tokenOf(member)
  return new ConsoleClient({ origin: `http://127.0.0.1:${server.port}`, form, member, accessToken, hasSlash })
}

interface Resource {
  readonly path: string
  readonly created: (name: string) => object
  readonly nameField: string
  readonly search: string
}

const RESOURCES: readonly Resource[] = [
  {
    path: '/api/token/',
    created: (name) => ({ name, remain_quota: 500_000, expired_time: -1, unlimited_quota: false, models: null, subnet: null }),
    nameField: 'name',
    search: '/api/token/search',
  },
  {
    path: '/api/channel/',
    created: (name) => ({
      type: 1,
      name,
      key: 'sk-walk',
      base_url: '',
      other: '',
      models: 'gpt-4o,gpt-4o-mini',
      group: 'default',
      model_mapping: '',
      system_prompt: '',
      config: '{}',
      weight: null,
      priority: null,
    }),
    nameField: 'name',
    search: '/api/channel/search',
  },
  {
    path: '/api/redemption/',
    created: (name) => ({ name, quota: 100_000, count: 1 }),
    nameField: 'name',
    search: '/api/redemption/search',
  },
  {
    path: '/api/user/',
    created: (username) => ({ username, display_name: username, password: 'a long enough password', role: 1, email: null }),
    nameField: 'username',
    search: '/api/user/search',
  },
]

const done = (reply: Reply): Reply => {
  expect(reply).toMatchObject({ status: 200, success: true, message: '' })
  return reply
}

const FORMS: readonly (readonly [CredentialForm, boolean])[] = [
  ['cookie', true],
  ['cookie', false],
  ['token', true],
  ['bearer', false],
  ['new-api', true],
  ['new-api', false],
]

const walkResource = async (client: ConsoleClient, { path, created, nameField, search }: Resource): Promise<void> => {
  const name = `w${crypto.randomUUID().slice(0, 8)}`
  const item = `${path}:id`
  done(await client.call('POST', path, { body: created(name) }))
  const listed = client.rowsOf(done(await client.call('GET', path, { query: '?p=0' }))).find((row) => row[nameField] === name)
  expect(listed).toBeDefined()
  const id = listed?.id ?? 0
  const read = done(await client.call('GET', item, { id })).data as Row
  expect(read).toEqual(listed as Row)
  done(await client.call('PUT', path, { body: read }))
  expect(done(await client.call('GET', item, { id })).data).toEqual(read)
  const off = await client.call('PUT', path, { query: '?status_only=true', body: { ...read, status: 2 } })
  expect(done(off).success).toBe(true)
  expect((done(await client.call('GET', item, { id })).data as Row)['status']).toBe(2)
  const found = client.rowsOf(done(await client.call('GET', search, { query: `?keyword=${name}` })))
  expect(found.map((row) => row.id)).toEqual([id])
  done(await client.call('DELETE', `${item}/`, { id }))
  expect(await client.call('GET', item, { id })).toMatchObject({ status: 200, success: false })
}

const FOR_SESSIONS = 'This can only be done from a console session'
const isForSessions = (method: string, path: string): boolean =>
  harness.routes.some(({ endpoint }) => endpoint.path === path && endpoint.method === method && endpoint.sessionOnly === true)

describe('a console of the family', () => {
  for (const [form, hasSlash] of FORMS) {
    it(`makes, reads, sends back, finds and deletes everything with ${form}, ${hasSlash ? 'with' : 'without'} a slash`, async () => {
      const client = await clientFor(form, hasSlash)
      for (const resource of RESOURCES) await walkResource(client, resource)
    })

    it(`makes every other call with ${form}, ${hasSlash ? 'with' : 'without'} a slash, and no call is forgotten`, async () => {
      const client = await clientFor(form, hasSlash)
      for (const resource of RESOURCES) await walkResource(client, resource)
      const wrong: string[] = []
      for (const { method, path, query = '', body, problem } of OTHER_CALLS) {
        const target = await harness.member(Role.user)
        const { success, message } = await client.call(method, path, { id: target.id, query, body: body?.(target) })
        const expected = (form !== 'cookie' && isForSessions(method, path) ? FOR_SESSIONS : problem)?.replace('{id}', String(target.id))
        if (success !== (expected === undefined) || message !== (expected ?? '')) wrong.push(`${method} ${path}: ${String(message)}`)
      }
      expect(wrong).toEqual([])
      const routes = harness.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
      expect(routes.filter((route) => !client.walked.has(route) && !OWN.includes(route))).toEqual([])
    })
  }
})
