import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let root: Member

const NAMES = ['100%', '100x', 'a_b', 'axb', 'c\\d', 'cxd', "o'neil", 'o"neil', 'plain']

beforeAll(async () => {
  harness = await openServerHarness()
  root = await harness.member(Role.root)
  for (const name of NAMES) {
    await harness.token(root, { name })
    await harness.member(Role.user, name)
    const post = (path: string, body: object) => harness.call('POST', path, { cookie: root.cookie, body })
    await post('/api/channel/', { type: 1, name, key: 'sk-x', models: 'm', group: 'default' })
    await post('/api/redemption/', { name: name.padEnd(2, '.'), quota: 1, count: 1 })
    await harness.store.logs.add({ userId: root.id, username: root.username, type: 3, content: name })
  }
})
afterAll(() => harness.close())

type Row = Readonly<Record<string, unknown>>

const SEARCHES = {
  '/api/token/search': 'name',
  '/api/user/search': 'username',
  '/api/channel/search': 'name',
  '/api/redemption/search': 'name',
  '/api/log/search': 'content',
  '/api/log/self/search': 'content',
} as const

const search = (path: string, keyword: string) =>
  harness.call('GET', `${path}?keyword=${encodeURIComponent(keyword)}`, { cookie: root.cookie })

describe('IN-09 searching', () => {
  for (const [path, field] of Object.entries(SEARCHES)) {
    const found = async (keyword: string) => {
      const { json } = await search(path, keyword)
      return ((json?.['data'] ?? []) as readonly Row[]).map((row) => row[field]).filter((name) => NAMES.includes(String(name)))
    }

    it(`${path} takes every sign for itself`, async () => {
      // The own rows are searched by their type alone.
      const isByText = path !== '/api/log/self/search'
      for (const name of ['100%', 'a_b', 'c\\d', "o'neil", 'o"neil']) expect(await found(name)).toEqual(isByText ? [name] : [])
      for (const keyword of ['%', '_', '\\', "'", '"', '%'.repeat(64), '_'.repeat(64), '\\'.repeat(64)])
        expect(await found(keyword)).toEqual([])
    })

    it(`${path} bears what is long, empty or asked many times at once`, async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => search(path, '%_'.repeat(32))))
      expect(new Set(answers.map(({ status, json }) => `${status} ${String(json?.['success'])}`))).toEqual(new Set(['200 true']))
      expect((await search(path, 'x'.repeat(1_000_000))).json?.['success']).toBe(false)
      for (const keyword of ['', '   ']) expect((await search(path, keyword)).json?.['success']).toBe(true)
    })
  }
})
