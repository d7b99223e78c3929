import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { isChange, type EndpointDefinition } from '@weir/contract/endpoint'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness

interface Caller extends Member {
  readonly role: number
  readonly accessToken: string
  readonly relayKey: string
}

const callers = new Map<string, Caller>()

const newCaller = async (role: number): Promise<Caller> => {
  const member = await harness.member(role)
  const { key: relayKey } = await harness.token(member)
  const accessToken = `system-token-${member.id}`
  await harness.store.users.setAccessToken(member.id, accessToken)
  return { ...member, role, accessToken, relayKey }
}

beforeAll(async () => {
  harness = await openServerHarness()
  for (const [name, role] of [
    ['user', Role.user],
    ['admin', Role.admin],
    ['root', Role.root],
  ] as const)
    callers.set(name, await newCaller(role))
  for (const role of [Role.user, Role.admin]) {
    const banned = await newCaller(role)
    await harness.store.users.setStatus(banned.id, 2)
    callers.set(`banned ${role}`, banned)
    const deleted = await newCaller(role)
    await harness.store.users.softDelete(deleted.id)
    callers.set(`deleted ${role}`, deleted)
  }
})

afterAll(() => harness.close())

const credentials = {
  nothing: () => ({}),
  session: ({ cookie }: Caller) => ({ cookie }),
  'system access token': ({ accessToken }: Caller) => ({ authorization: accessToken }),
  'relay token': ({ relayKey }: Caller) => ({ authorization: `Bearer sk-${relayKey}` }),
} as const

type CredentialName = keyof typeof credentials

/** Broken on purpose: whoever is let in gets no further than the input, so that nothing changes between two calls. */
const attempt = async (endpoint: EndpointDefinition, headers: Readonly<Record<string, string>>): Promise<number> => {
  const path = endpoint.path.replace(':id', 'x')
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const answer = await harness.call(endpoint.method, path, { headers, ...(hasBody && { rawBody: '{' }) })
  expect(typeof answer.json?.['message']).toBe('string')
  return answer.status
}

const LEAST: Readonly<Record<EndpointDefinition['access'], number>> = { public: 0, user: Role.user, admin: Role.admin, root: Role.root }

/** What the contract says, worked out apart from the code that enforces it. */
const expectedStatus = (
  endpoint: EndpointDefinition,
  caller: Caller & { readonly isActive: boolean },
  credential: CredentialName,
): number => {
  if (endpoint.access === 'public') return 200
  if (!caller.isActive || credential === 'nothing' || credential === 'relay token') return 401
  if (caller.role < LEAST[endpoint.access]) return 403
  if (endpoint.sessionOnly && credential !== 'session') return 403
  return `${endpoint.method} ${endpoint.path}` === 'PUT /api/option/' ? 400 : 200
}

/** Without a body or an id to break, an allowed call would really happen. */
const isHarmless = (endpoint: EndpointDefinition): boolean =>
  !isChange(endpoint) || endpoint.path.includes(':') || endpoint.method === 'POST' || endpoint.method === 'PUT'

describe('AZ-01 every endpoint, every role, every credential', () => {
  for (const credential of Object.keys(credentials) as CredentialName[]) {
    for (const who of ['user', 'admin', 'root', 'banned 1', 'banned 10', 'deleted 1', 'deleted 10']) {
      it(`${who} with ${credential}`, async () => {
        const caller = callers.get(who)
        if (caller === undefined) throw new Error(`no ${who}`)
        const isActive = !/banned|deleted/.test(who)
        const found: string[] = []
        const wanted: string[] = []
        for (const { endpoint } of harness.routes) {
          const expected = expectedStatus(endpoint, { ...caller, isActive }, credential)
          if (expected === 200 && (endpoint.access === 'public' || !isHarmless(endpoint))) continue
          const name = `${endpoint.method} ${endpoint.path}`
          wanted.push(`${name} ${expected}`)
          found.push(`${name} ${await attempt(endpoint, credentials[credential](caller))}`)
        }
        expect(found).toEqual(wanted)
        expect(found.length).toBeGreaterThan(30)
      })
    }
  }
})
