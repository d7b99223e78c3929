import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { EndpointDefinition } from '@weir/contract/endpoint'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

const CONTRACT = resolve(import.meta.dirname, '../../../../../packages/contract/src')

const isEndpoint = (value: unknown): value is EndpointDefinition =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every endpoint of the contract under the name `file.export`. */
const exportedEndpoints = async (): Promise<ReadonlyMap<string, EndpointDefinition>> => {
  const names = ['', 'alerts/', 'channels/', 'ledger/', 'logs/', 'prices/', 'sign-in/'].flatMap((folder) =>
    readdirSync(resolve(CONTRACT, folder)).map((name) => `${folder}${name}`),
  )
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const found = new Map<string, EndpointDefinition>()
  for (const file of files) {
    const exports = (await import(resolve(CONTRACT, file))) as Readonly<Record<string, unknown>>
    for (const [name, value] of Object.entries(exports)) if (isEndpoint(value)) found.set(`${file.replace(/\.ts$/, '')}.${name}`, value)
  }
  return found
}

const flagsOf = (endpoint: EndpointDefinition): string =>
  [endpoint.changesState && 'changes', endpoint.sessionOnly && 'session only', endpoint.visitorsIf && `visitors if ${endpoint.visitorsIf}`]
    .filter(Boolean)
    .join(', ')

const rowOf = (endpoint: EndpointDefinition): string =>
  `${endpoint.method.padEnd(6)} ${endpoint.path.padEnd(33)} ${endpoint.access.padEnd(6)} ${flagsOf(endpoint)}`.trimEnd()

const byPath = (a: EndpointDefinition, b: EndpointDefinition): number =>
  a.path < b.path || (a.path === b.path && a.method < b.method) ? -1 : 1

let harness: ServerHarness
let exported: ReadonlyMap<string, EndpointDefinition>

beforeAll(async () => {
  harness = await openServerHarness()
  exported = await exportedEndpoints()
})

afterAll(() => harness.close())

const mounted = (): readonly EndpointDefinition[] => harness.routes.map((route) => route.endpoint)

describe('the management API', () => {
  it('AZ-02 serves what the contract names, to whom this table says', () => {
    const table = new Set(mounted().toSorted(byPath).map(rowOf))
    expect(`\n${[...table].join('\n')}\n`).toMatchInlineSnapshot(`
      "
      GET    /api/about                        public
      GET    /api/alert/                       admin
      GET    /api/alert/rule/                  admin
      POST   /api/alert/rule/                  admin
      PUT    /api/alert/rule/                  admin
      DELETE /api/alert/rule/:id/              admin
      GET    /api/alert/target/                admin
      POST   /api/alert/target/                root
      PUT    /api/alert/target/                root
      DELETE /api/alert/target/:id/            root
      POST   /api/alert/target/:id/test        root
      GET    /api/audit/                       root
      GET    /api/audit/head                   root
      GET    /api/budget/                      admin
      POST   /api/budget/                      admin
      PUT    /api/budget/                      admin
      GET    /api/budget/:id                   admin
      DELETE /api/budget/:id/                  admin
      GET    /api/budget/self                  user
      GET    /api/channel/                     admin
      POST   /api/channel/                     admin
      PUT    /api/channel/                     admin
      GET    /api/channel/:id                  admin
      DELETE /api/channel/:id/                 admin
      GET    /api/channel/:id/keys             admin
      POST   /api/channel/:id/keys             admin
      PUT    /api/channel/:id/keys             admin
      DELETE /api/channel/:id/keys/:key_id     admin
      PUT    /api/channel/:id/keys/:key_id     admin
      POST   /api/channel/batch                admin
      POST   /api/channel/bulk                 admin
      POST   /api/channel/bulk/preview         admin
      POST   /api/channel/copy/:id             admin
      DELETE /api/channel/disabled             admin
      GET    /api/channel/facets               admin
      POST   /api/channel/fetch_models         admin
      GET    /api/channel/fetch_models/:id     admin  changes
      GET    /api/channel/ids                  admin
      GET    /api/channel/models               admin
      POST   /api/channel/multi_key/manage     admin
      GET    /api/channel/route                admin
      GET    /api/channel/route/models         admin
      GET    /api/channel/search               admin
      GET    /api/channel/test                 admin  changes
      GET    /api/channel/test/:id/            admin  changes
      POST   /api/channel/test/:id/            admin
      GET    /api/channel/test/:id/probes      admin
      GET    /api/channel/test/progress        admin
      POST   /api/channel/test_draft           admin
      GET    /api/channel/update_balance       admin  changes
      GET    /api/channel/update_balance/:id/  admin  changes
      GET    /api/dashboard                    user
      GET    /api/group/                       admin
      GET    /api/home_page_content            public
      POST   /api/ledger/reprice               root
      POST   /api/ledger/reprice/preview       root
      DELETE /api/log/                         admin
      GET    /api/log/                         admin
      GET    /api/log/entry/:id                user
      POST   /api/log/entry/:id/bodies         user
      DELETE /api/log/filter                   user
      GET    /api/log/filter                   user
      PUT    /api/log/filter                   user
      GET    /api/log/search                   admin
      GET    /api/log/self/                    user
      GET    /api/log/self/search              user
      GET    /api/log/self/stat                user
      GET    /api/log/stat                     admin
      GET    /api/models                       user
      GET    /api/notice                       public
      GET    /api/oauth/email/bind             user   changes
      GET    /api/oauth/github                 public changes
      GET    /api/oauth/lark                   public changes
      GET    /api/oauth/oidc                   public changes
      GET    /api/oauth/state                  public changes
      GET    /api/oauth/wechat                 public changes
      GET    /api/oauth/wechat/bind            user   changes
      GET    /api/option/                      admin
      PUT    /api/option/                      admin
      GET    /api/option/state                 admin
      GET    /api/prices                       public visitors if PricingPublic
      POST   /api/prices/fetch                 root
      POST   /api/prices/import                root
      DELETE /api/prices/model                 root
      GET    /api/prices/model                 admin
      PUT    /api/prices/model                 root
      GET    /api/prices/news                  root
      POST   /api/prices/preview               root
      GET    /api/pricing                      public visitors if PricingPublic
      GET    /api/redemption/                  admin
      POST   /api/redemption/                  admin
      PUT    /api/redemption/                  admin
      GET    /api/redemption/:id               admin
      DELETE /api/redemption/:id/              admin
      POST   /api/redemption/batch             admin
      GET    /api/redemption/ids               admin
      GET    /api/redemption/search            admin
      GET    /api/reset_password               public changes
      GET    /api/statement/                   admin
      GET    /api/statement/self               user
      GET    /api/statistics/                  admin
      GET    /api/statistics/self              user
      GET    /api/status                       public
      GET    /api/token/                       user
      POST   /api/token/                       user
      PUT    /api/token/                       user
      GET    /api/token/:id                    user
      DELETE /api/token/:id/                   user
      POST   /api/token/:id/key                user
      POST   /api/token/batch                  user
      GET    /api/token/ids                    user
      GET    /api/token/search                 user
      POST   /api/topup                        admin
      GET    /api/user/                        admin
      POST   /api/user/                        admin
      PUT    /api/user/                        admin
      GET    /api/user/:id                     admin
      DELETE /api/user/:id/                    admin
      DELETE /api/user/:id/factor              admin
      GET    /api/user/aff                     user   changes
      GET    /api/user/available_models        user
      GET    /api/user/dashboard               user
      GET    /api/user/factor                  user   session only
      POST   /api/user/factor/recovery         user   session only
      DELETE /api/user/factor/totp             user   session only
      POST   /api/user/factor/totp             user   session only
      PUT    /api/user/factor/totp             user   session only
      POST   /api/user/factor/verify           user   session only
      GET    /api/user/ids                     admin
      POST   /api/user/login                   public
      POST   /api/user/login/passkey           public
      POST   /api/user/login/passkey/challenge public
      GET    /api/user/logout                  public changes
      POST   /api/user/manage                  admin
      GET    /api/user/models                  user
      GET    /api/user/overview                user
      GET    /api/user/passkey                 user   session only
      POST   /api/user/passkey                 user   session only
      DELETE /api/user/passkey/:id             user   session only
      PUT    /api/user/passkey/:id             user   session only
      POST   /api/user/passkey/challenge       user   session only
      POST   /api/user/passkey/offer           user   session only
      POST   /api/user/register                public
      POST   /api/user/reset                   public
      GET    /api/user/search                  admin
      DELETE /api/user/self                    user
      GET    /api/user/self                    user
      PUT    /api/user/self                    user   session only
      GET    /api/user/self/groups             user
      GET    /api/user/self/mails              user
      PUT    /api/user/self/mails              user
      GET    /api/user/session                 user   session only
      DELETE /api/user/session/:id             user   session only
      DELETE /api/user/sessions                user   session only
      GET    /api/user/token                   user   changes, session only
      POST   /api/user/topup                   user
      GET    /api/verification                 public changes
      "
    `)
  })

  it('mounts every endpoint of the contract', () => {
    const missing = [...exported].filter(([, endpoint]) => !mounted().includes(endpoint)).map(([name]) => name)
    expect(missing.toSorted()).toEqual([])
  })

  it('AZ-02 mounts nothing the contract does not name, and nothing twice', () => {
    const known = new Set(exported.values())
    const foreign = mounted().filter((endpoint) => !known.has(endpoint))
    const keys = mounted().map((endpoint) => `${endpoint.method} ${endpoint.path.replace(/\/$/, '')}`)
    expect(foreign.map(rowOf)).toEqual([])
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it('marks every GET that needs more than reading as refused across sites', () => {
    const changing = mounted().filter((endpoint) => endpoint.method === 'GET' && endpoint.changesState)
    expect(changing.map((endpoint) => endpoint.path)).toContain('/api/user/logout')
    expect(changing.map((endpoint) => endpoint.path)).toContain('/api/user/token')
  })
})

const hasBody = (endpoint: EndpointDefinition): boolean => endpoint.method === 'POST' || endpoint.method === 'PUT'

/** Calls that would do something even with an id that does not exist and a body that cannot be read. */
const hasEffect = (endpoint: EndpointDefinition): boolean =>
  endpoint.changesState === true || (endpoint.method === 'DELETE' && !endpoint.path.includes(':'))

const statusFor = async (endpoint: EndpointDefinition, cookie: string | undefined): Promise<string> => {
  const answer = await harness.call(endpoint.method, endpoint.path.replace(':id', '999999999'), {
    ...(hasBody(endpoint) && { rawBody: '{' }),
    ...(cookie !== undefined && { cookie }),
  })
  if (answer.status !== 401 && answer.status !== 403) return 'let in'
  return answer.json?.['success'] === false && answer.json['data'] === undefined ? String(answer.status) : answer.text
}

describe('who may call what', () => {
  const ROLES = [
    { name: 'nobody', role: 0, access: ['public'], refusal: '401' },
    { name: 'a user', role: 1, access: ['public', 'user'], refusal: '403' },
    { name: 'an administrator', role: 10, access: ['public', 'user', 'admin'], refusal: '403' },
    { name: 'root', role: 100, access: ['public', 'user', 'admin', 'root'], refusal: '403' },
  ]

  for (const { name, role, access, refusal } of ROLES) {
    it(`lets ${name} reach exactly the endpoints of ${access.join(', ')}`, async () => {
      const cookie = role === 0 ? undefined : (await harness.member(role)).cookie
      const checked = mounted().filter((endpoint) => !access.includes(endpoint.access) || !hasEffect(endpoint))
      const found = await Promise.all(checked.map(async (endpoint) => `${rowOf(endpoint)} → ${await statusFor(endpoint, cookie)}`))
      const isLetIn = ({ access: least, visitorsIf }: EndpointDefinition) =>
        access.includes(least) && (role > 0 || visitorsIf === undefined)
      const wanted = checked.map((endpoint) => `${rowOf(endpoint)} → ${isLetIn(endpoint) ? 'let in' : refusal}`)
      expect(found).toEqual(wanted)
    })
  }
})
