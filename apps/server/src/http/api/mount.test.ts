import { describe, expect, it } from 'bun:test'
import { endpoint } from '@weir/contract/endpoint'
import { Refusal } from '@weir/contract/errors'
import type { NewAuditEntry } from '@weir/store/audit/append'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Actor } from '../../accounts/actor.ts'
import { route, type Route } from '../../admin/route.ts'
import { BodyGate } from '../request/body-gate.ts'
import { mount } from './mount.ts'

const nothing = { summary: 'x', input: {}, data: z.string() } as const
const read = (access: 'public' | 'user' | 'admin' | 'root') => endpoint({ ...nothing, method: 'GET', path: `/api/${access}`, access })
const answering = (text: string) => () => Promise.resolve(text)

const change = endpoint({
  ...nothing,
  method: 'POST',
  path: '/api/change/:id',
  access: 'user',
  audit: 'thing.change',
  input: { params: z.object({ id: z.coerce.number() }), body: z.object({ name: z.string() }) },
})
const ownOnly = endpoint({ ...nothing, method: 'GET', path: '/api/own', access: 'user', sessionOnly: true })
const early = endpoint({ ...nothing, method: 'GET', path: '/api/early', access: 'user', duringSignIn: true, beforeSecondFactor: true })
const changingGet = endpoint({ ...nothing, method: 'GET', path: '/api/run/', access: 'public', changesState: true })
const limited = endpoint({ ...nothing, method: 'POST', path: '/api/limited', access: 'public', limit: 'redeem' })
const search = endpoint({ ...nothing, method: 'GET', path: '/api/thing/search', access: 'public' })
const byId = endpoint({
  ...nothing,
  method: 'GET',
  path: '/api/thing/:id',
  access: 'public',
  input: { params: z.object({ id: z.string() }) },
})

type Found = Omit<Actor, 'credential'>
const session = { idHash: 'h', factor: 'none', isConfirmed: true } as const
const people: Readonly<Record<string, Found>> = {
  user: { id: 1, username: 'ada', role: 1, session },
  admin: { id: 2, username: 'bob', role: 10, session },
  root: { id: 3, username: 'root', role: 100, session },
  half: { id: 4, username: 'eve', role: 100, session: { ...session, factor: 'awaited' } },
  bare: { id: 5, username: 'dan', role: 100, session: { ...session, factor: 'missing' } },
}

interface Options {
  readonly addEntries?: (entries: readonly NewAuditEntry[]) => Promise<void>
  readonly routes?: readonly Route[]
  /** Bodies that may be on their way from one address. */
  readonly strangers?: number
}

const open = ({ addEntries, routes = [], strangers = 100 }: Options = {}) => {
  const entries: NewAuditEntry[] = []
  const faults: unknown[] = []
  const admissions: string[] = []
  const app = new Hono()
  const standard = [
    ...(['public', 'user', 'admin', 'root'] as const).map((access) => route(read(access), answering(access))),
    route(change, ({ body }) => Promise.resolve(body.name)),
    route(ownOnly, answering('own')),
    route(early, answering('early')),
    route(changingGet, answering('run')),
    route(byId, ({ params }) => Promise.resolve(`id ${params.id}`)),
    route(search, answering('search')),
    ...routes,
  ]
  mount(app, standard, {
    credentials: {
      findBySession: (id) => Promise.resolve(people[id]),
      findByAccessToken: (token) => Promise.resolve(people[token]),
      installation: 'here',
      startSession: () => Promise.reject(new Error('not here')),
      endSession: () => Promise.resolve(),
    },
    limits: {
      admit: (limit) => {
        admissions.push(limit)
        return Promise.resolve({
          end: (outcome) => {
            admissions.push(outcome)
            return Promise.resolve()
          },
        })
      },
    },
    audit: {
      add: addEntries ?? ((added) => Promise.resolve(void entries.push(...added))),
    },
    bodies: new BodyGate(() => () => undefined, { gapMs: 1, shortMs: 1, wholeMs: 1, strangers }),
    originOf: () => ({ address: '192.0.2.1', host: 'gw.example', isSecure: false, isLocal: false, requestId: 'r1' }),
    refusalOf: (error) => {
      faults.push(error)
      return new Refusal('internal')
    },
  })
  const ask = async (line: string, headers: Readonly<Record<string, string>> = {}, body?: object): Promise<string> => {
    const [method = '', path = ''] = line.split(' ')
    const type = body && { 'content-type': 'application/json' }
    const response = await app.request(`http://gw.example${path}`, {
      method,
      headers: { 'accept-language': 'en', ...type, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { data, message } = text === '' ? { data: '', message: '' } : (JSON.parse(text) as { data?: string; message?: string })
    return `${response.status} ${data ?? message}`
  }
  return { ask, entries, faults, admissions }
}

const as = (name: string) => ({ cookie: `session=${name}` })

describe('who reaches an endpoint', () => {
  it.each([
    ['public', ['', 'user', 'admin', 'root', 'half', 'bare']],
    ['user', ['user', 'admin', 'root']],
    ['admin', ['admin', 'root']],
    ['root', ['root']],
  ])('%s: %j', async (access, allowed) => {
    const { ask } = open()
    const names = ['', 'user', 'admin', 'root', 'half', 'bare']
    const answers = await Promise.all(names.map((name) => ask(`GET /api/${access}`, name === '' ? {} : as(name))))
    expect(names.filter((_, at) => answers[at] === `200 ${access}`)).toEqual(allowed)
  })

  it('is told why not', async () => {
    const { ask } = open()
    expect(await ask('GET /api/user')).toBe('401 Not logged in or login expired, please log in again')
    expect(await ask('GET /api/admin', as('user'))).toBe('403 You do not have the right to do this')
    expect(await ask('GET /api/user', as('half'))).toStartWith('401 ')
    expect(await ask('GET /api/user', as('bare'))).toStartWith('403 Your account must use a second factor')
    expect(await ask('GET /api/user', { authorization: 'Bearer nobody' })).toStartWith('401 The system access token is not valid')
    expect(await ask('GET /api/public', { authorization: 'Bearer nobody' })).toBe('200 public')
  })

  it('shows a session where no program may call, and a half sign-in where it goes on', async () => {
    const { ask } = open()
    expect(await ask('GET /api/own', { authorization: 'user' })).toBe('403 This can only be done from a console session')
    expect(await ask('GET /api/own', as('user'))).toBe('200 own')
    expect([await ask('GET /api/early', as('half')), await ask('GET /api/early', as('bare'))]).toEqual(['200 early', '200 early'])
  })

  it('is who clients of new-api name', async () => {
    const { ask } = open()
    expect(await ask('GET /api/user', { ...as('user'), 'new-api-user': ' 1 ' })).toBe('200 user')
    expect(await ask('GET /api/user', { ...as('user'), 'new-api-user': '2' })).toBe(
      '401 The header New-Api-User says 2, but the credential belongs to user 1',
    )
    expect(await ask('GET /api/user', { ...as('user'), 'new-api-user': '9'.repeat(201) })).toContain(`says ${'9'.repeat(200)},`)
    expect(await ask('GET /api/public', { ...as('user'), 'new-api-user': '2' })).toBe('200 public')
  })
})

describe('a change', () => {
  const evil = { origin: 'https://evil.example' }

  it('is written down before it is answered', async () => {
    const { ask, entries } = open()
    expect(await ask('POST /api/change/7', as('user'), { name: 'x' })).toBe('200 x')
    expect(entries).toEqual([
      {
        actorId: 1,
        actorName: 'ada',
        credential: 'session',
        address: '192.0.2.1',
        requestId: 'r1',
        action: 'thing.change',
        object: '#7',
        before: '',
        after: '{"fields":["name"]}',
      },
    ])
  })

  it('that cannot be written down is no success', async () => {
    const lost = new Error('the trail is full')
    const { ask, faults } = open({ addEntries: () => Promise.reject(lost) })
    expect(await ask('POST /api/change/7', as('user'), { name: 'x' })).toStartWith('500 ')
    expect(faults).toEqual([lost])
  })

  it('leaves no trace when it was refused', async () => {
    const { ask, entries } = open()
    expect(await ask('POST /api/change/7', as('user'), { name: 1 })).toStartWith('200 ')
    expect(await ask('POST /api/change/7', {}, { name: 'x' })).toStartWith('401 ')
    expect(entries).toEqual([])
  })

  it('by another site is refused, unless a program brings its own credential', async () => {
    const { ask } = open()
    expect(await ask('POST /api/change/7', { ...as('user'), ...evil }, { name: 'x' })).toStartWith(
      '403 A request from another site was refused: the page is https://evil.example, this server was called as gw.example.',
    )
    expect(await ask('POST /api/change/7', { authorization: 'user', ...evil }, { name: 'x' })).toBe('200 x')
    expect(await ask('POST /api/change/7', { authorization: 'user', ...as('user'), ...evil }, { name: 'x' })).toStartWith('403 ')
    expect(await ask('GET /api/run', { authorization: 'user', ...evil })).toStartWith('403 ')
    expect(await ask('GET /api/user', { ...as('user'), ...evil })).toBe('200 user')
  })

  it('is not made by asking for headers', async () => {
    const { ask } = open()
    expect([await ask('HEAD /api/run'), await ask('GET /api/run'), await ask('GET /api/run/')]).toEqual(['404 ', '200 run', '200 run'])
    expect(await ask('HEAD /api/public')).toBe('200 ')
  })
})

describe('bodies of unknown senders', () => {
  const post = endpoint({
    ...nothing,
    method: 'POST',
    path: '/api/post',
    access: 'public',
    input: { body: z.object({ name: z.string() }) },
  })

  it('give their place back, be they read or refused', async () => {
    const { ask } = open({ routes: [route(post, ({ body }) => Promise.resolve(body.name))], strangers: 1 })
    expect(await ask('POST /api/post', {}, { name: 'a' })).toBe('200 a')
    expect(await ask('POST /api/post', {}, { name: 1 })).toStartWith('200 ')
    expect(await ask('POST /api/post', {}, { name: 'b' })).toBe('200 b')
  })

  it('have no place where all are taken, and are told when to come again', async () => {
    const { ask } = open({ routes: [route(post, ({ body }) => Promise.resolve(body.name))], strangers: 0 })
    expect(await ask('POST /api/post', {}, { name: 'a' })).toBe('429 Too many requests, try again in 15 seconds')
    expect(await ask('POST /api/change/7', as('user'), { name: 'x' })).toBe('200 x')
  })
})

describe('an answer', () => {
  it('is checked against the contract', async () => {
    const broken = endpoint({ ...nothing, method: 'GET', path: '/api/broken', access: 'public' })
    const { ask, faults } = open({ routes: [route(broken, () => Promise.resolve(7 as unknown as string))] })
    expect(await ask('GET /api/broken')).toStartWith('500 ')
    expect(faults).toHaveLength(1)
  })

  it('comes from the fixed path where an id would match too', async () => {
    const { ask } = open()
    expect([await ask('GET /api/thing/search'), await ask('GET /api/thing/7')]).toEqual(['200 search', '200 id 7'])
  })

  it.each([
    ['done', () => Promise.resolve('x'), '200 '],
    ['refused', () => Promise.reject(new Refusal('code-used')), '200 '],
    ['broken', () => Promise.reject(new Error('bug')), '500 '],
  ])('is counted as %s where calls are limited', async (outcome, work, status) => {
    const { ask, admissions } = open({ routes: [route(limited, work)] })
    expect(await ask('POST /api/limited')).toStartWith(status)
    expect(admissions).toEqual(['redeem', outcome])
  })
})
