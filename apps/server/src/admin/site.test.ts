import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { optionTable } from '@weir/contract/options/option'
import { Role } from '@weir/contract/user'
import { openSettings } from '../settings/live-settings.ts'
import { openServerHarness, type Answer, type Member, type ServerHarness } from '../testing/server-harness.ts'

let harness: ServerHarness
let admin: Member
let user: Member

beforeAll(async () => {
  harness = await openServerHarness()
  admin = await harness.member(Role.admin)
  user = await harness.member(Role.user)
})

afterAll(() => harness.close())

const set = (key: unknown, value: unknown) => harness.call('PUT', '/api/option/', { cookie: admin.cookie, body: { key, value } })
const isDone = (answer: Answer): boolean => answer.json?.['success'] === true
const options = async (): Promise<ReadonlyMap<string, string>> => {
  const answer = await harness.call('GET', '/api/option/', { cookie: admin.cookie })
  const rows = answer.json?.['data'] as readonly { readonly key: string; readonly value: string }[]
  return new Map(rows.map(({ key, value }) => [key, value]))
}
const textAt = async (path: string): Promise<unknown> => (await harness.call('GET', path)).json?.['data']

describe('options', () => {
  it('are told in the trail as another node had left them', async () => {
    await set('SystemName', 'One')
    await harness.store.options.set([{ name: 'SystemName', value: 'Two', isSecret: false }], { id: 0, role: Role.root })
    await set('SystemName', 'Three')
    const filter = { actorId: 0, action: '', startTime: 0, endTime: 0 }
    const [last] = await harness.store.audit.list(filter, { offset: 0, limit: 1 })
    expect([last?.object, last?.before, last?.after].join(' ')).toMatch(/^option SystemName .*Two.* .*Three/)
    await set('SystemName', '')
  })

  it('C-637 C-639 are listed sorted with their values or defaults, without a single secret', async () => {
    for (const key of ['SMTPToken', 'GitHubClientSecret', 'TurnstileSecretKey']) await set(key, `secret of ${key}`)
    const answer = await harness.call('GET', '/api/option/', { cookie: admin.cookie })
    expect(answer.text).not.toContain('secret of')
    const expected = Object.entries(optionTable).filter(([, { kind }]) => kind !== 'secret')
    expect([...(await options()).keys()]).toEqual(expected.map(([key]) => key).toSorted())
    expect((await options()).get('EmailDomainWhitelist')).toContain('qq.com')
    const rows = await harness.store.options.all()
    expect(rows.find(({ name }) => name === 'SMTPToken')).toMatchObject({ value: 'secret of SMTPToken', isSecret: true })
    await set('SMTPToken', '')
    expect((await harness.store.options.all()).find(({ name }) => name === 'SMTPToken')?.value).toBe('')
  })

  it.each(['{', '', '[]', '"RetryTimes"'])(
    'are refused with status 400, as other products of the family do, when the body is %p',
    async (rawBody) => {
      const { status, json } = await harness.call('PUT', '/api/option/', { cookie: admin.cookie, rawBody })
      expect([status, json?.['success'], typeof json?.['message']]).toEqual([400, false, 'string'])
    },
  )

  it.each([
    ['RetryTimes', 'many'],
    ['NoSuchOption', '1'],
    [1, '1'],
    ['RetryTimes', {}],
    ['RetryTimes', undefined],
  ])('are refused in the envelope alone when the body is one: %s %s', async (key, value) => {
    const answer = await set(key, value)
    expect([answer.status, answer.json?.['success']]).toEqual([200, false])
  })

  it('C-638 apply at once here, and on another node with its next look', async () => {
    const otherNode = await openSettings(harness.store.options, () => 0)
    expect(isDone(await set('RetryTimes', '2'))).toBe(true)
    expect((await options()).get('RetryTimes')).toBe('2')
    await otherNode.refresh()
    expect(otherNode.current().number('RetryTimes')).toBe(2)
    expect((await openSettings(harness.store.options, () => 0)).current().number('RetryTimes')).toBe(2)
  })

  it('IN-04 H-38 refuse a bad value by name and keep the one before', async () => {
    const bad: readonly (readonly [string, readonly unknown[]])[] = [
      ['ModelRatio', ['{', '[]', '{"a":-1}', '{"a":"1"}', '{"a":1e308}', '{"a":{}}', '{"a":null}', '{"a":1,"a":2}', '{"":1}', 'null', 7]],
      ['GroupRatio', ['{"default":NaN}', 'x']],
      ['QuotaPerUnit', ['0', '-1', 'NaN', 'Infinity', '', '1e3', 'abc']],
      ['RetryTimes', ['-1', '1.5', '101', 'x', '99999999999999999999']],
      ['SMTPPort', ['0', '65536', '']],
      ['RegisterEnabled', ['TRUE', '1', 'yes', '', 'false ']],
      ['Theme', ['../../x', '']],
      ['UnpricedModelPolicy', ['gratis']],
      ['SystemName', ['a\r\nBcc: x@example.org', 'x'.repeat(5000)]],
      ['EmailDomainWhitelist', ['not a domain', 'a@b.c', 'gmail..com']],
    ]
    const before = await options()
    for (const [key, values] of bad) {
      for (const value of values) {
        const answer = await set(key, value)
        expect([key, value, isDone(answer)]).toEqual([key, value, false])
        if (typeof value === 'string') expect(answer.json?.['message']).toContain(key)
      }
    }
    expect(await options()).toEqual(before)
  })

  it('IN-14 take no address but http and https', async () => {
    for (const key of ['ServerAddress', 'TopUpLink', 'ChatLink', 'Logo', 'WeChatServerAddress', 'OidcTokenEndpoint']) {
      for (const value of [
        'javascript:alert(1)',
        'data:text/html,x',
        '//evil.test',
        'https://a:b@c.d',
        'https://a b',
        `https://a.b/${'x'.repeat(10_000)}`,
      ]) {
        expect([key, value, isDone(await set(key, value))]).toEqual([key, value, false])
      }
      expect(isDone(await set(key, 'https://example.org/x/'))).toBe(true)
    }
    expect(isDone(await set('Logo', '/logo.png'))).toBe(true)
    expect((await options()).get('ServerAddress')).toBe('https://example.org/x')
  })

  it('stay off while what they need is missing', async () => {
    const needs = [
      ['GitHubOAuthEnabled', { GitHubClientId: 'id', GitHubClientSecret: 'secret' }],
      ['WeChatAuthEnabled', { WeChatServerAddress: 'https://wechat.example', WeChatServerToken: 'token' }],
      ['TurnstileCheckEnabled', { TurnstileSiteKey: 'key', TurnstileSecretKey: 'secret' }],
      [
        'OidcEnabled',
        { OidcClientId: 'id', OidcClientSecret: 'secret', OidcWellKnown: 'https://id.example/.well-known/openid-configuration' },
      ],
      ['EmailDomainRestrictionEnabled', { EmailDomainWhitelist: 'Example.org, example.org,,qq.com' }],
    ] as const
    for (const [key, values] of needs) {
      for (const name of Object.keys(values)) await set(name, '')
      const refused = await set(key, 'true')
      expect([key, isDone(refused)]).toEqual([key, false])
      expect(refused.json?.['message']).toContain(Object.keys(values)[0])
      for (const [name, value] of Object.entries(values)) expect(isDone(await set(name, value))).toBe(true)
      expect([key, isDone(await set(key, 'true'))]).toEqual([key, true])
      await set(key, 'false')
    }
    expect((await options()).get('EmailDomainWhitelist')).toBe('example.org,qq.com')
  })

  it('AZ-10 know no other key and no other caller', async () => {
    for (const key of ['Unknown', '__proto__', 'constructor', 'key_check', '']) expect(isDone(await set(key, 'x'))).toBe(false)
    const asUser = await harness.call('PUT', '/api/option/', { cookie: user.cookie, body: { key: 'RetryTimes', value: '9' } })
    expect(asUser.status).toBe(403)
    expect((await set('Notice', 'x'.repeat(600_000))).json?.['success']).toBe(false)
  })
})

describe('texts of the operator', () => {
  const HOSTILE = `<h1 onclick="x()">Hi</h1><script>alert(1)</script><a href="javascript:x()">j</a><a href="https://ok.example/">ok</a>
    <img src=x onerror=alert(1)><iframe src="https://evil.test"></iframe><svg onload=x()></svg><p style="position:fixed;color:red" id="app" class="note ant-modal-mask">t</p>
    <form action="/x"><input name=q></form><a href="//evil.test">p</a><math><mtext></mtext></math><img src="data:text/html,x">`

  it('are cleaned when they are stored and again when they are read', async () => {
    for (const [key, path] of [
      ['Notice', '/api/notice'],
      ['About', '/api/about'],
      ['HomePageContent', '/api/home_page_content'],
    ] as const) {
      await set(key, HOSTILE)
      const stored = (await harness.store.options.all()).find(({ name }) => name === key)?.value ?? ''
      await harness.configure({ [key]: `${HOSTILE}<script>2</script>` })
      for (const text of [stored, String(await textAt(path)), (await options()).get(key) ?? '']) {
        expect(text).not.toMatch(/script|onerror|onclick|onload|iframe|svg|position|ant-modal|form|input|javascript|evil|math|data:/)
        expect(text).toContain('<h1>Hi</h1>')
        expect(text).toContain('<p id="app" class="note" style="color: red">t</p>')
        expect(text).toContain('<a href="https://ok.example/" rel="noopener noreferrer" target="_blank">ok</a>')
      }
    }
    await harness.configure({ Footer: '<b id="cf" style="color: red; position: fixed">foot</b><script>1</script>' })
    expect((await harness.call('GET', '/api/status')).json?.['data']).toMatchObject({
      footer_html: '<b id="cf" style="color: red">foot</b>',
    })
  })

  it('stay as they are when they are one address, or plain words of any script', async () => {
    await set('HomePageContent', 'https://home.example/page?a=1&b=2')
    expect(await textAt('/api/home_page_content')).toBe('https://home.example/page?a=1&b=2')
    await set('Notice', '公告 🙂 שלום ‮abc')
    expect(await textAt('/api/notice')).toBe('公告 🙂 שלום ‮abc')
  })
})

describe('models and groups', () => {
  it('C-619 C-621 list models by channel type and the groups, default among them', async () => {
    const byType = (await harness.call('GET', '/api/models', { cookie: user.cookie })).json?.['data'] as Record<string, string[]>
    expect(byType['1']).toContain('gpt-4o-mini')
    expect(Object.values(byType).every(Array.isArray)).toBe(true)
    await set('GroupRatio', '{"vip":0.5,"b":1}')
    const groups = await harness.call('GET', '/api/group/', { cookie: admin.cookie })
    expect(groups.json?.['data']).toEqual(['b', 'default', 'vip'])
  })

  it('C-620 list every known model in the shape of OpenAI', async () => {
    const { json } = await harness.call('GET', '/api/channel/models', { cookie: admin.cookie })
    expect(json).toMatchObject({ success: true, object: 'list' })
    expect(json?.['data']).toContainEqual({ id: 'gpt-4o-mini', object: 'model', owned_by: 'openai' })
  })
})
