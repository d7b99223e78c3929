import { expect, it } from 'bun:test'
import type { UserObject } from '@weir/contract/user'
import { PASSWORD, serverAcceptance, type Server } from './harness/server.ts'

interface Option {
  readonly key: string
  readonly value: string
}

const SECRETS = ['SMTPToken', 'GitHubClientSecret', 'LarkClientSecret', 'WeChatServerToken', 'MessagePusherToken', 'TurnstileSecretKey']

const found = async ({ root }: Server, username: string): Promise<UserObject> => {
  const users = await root.data<UserObject[]>(`GET /api/user/search?keyword=${username}`)
  const user = users.find((one) => one.username === username)
  if (user === undefined) throw new Error(`there is no ${username}`)
  return user
}

serverAcceptance('G27 options, users and rights', (server) => {
  it('C-637 C-638 lists options to an admin as texts, and what was set last', async () => {
    const admin = await server().admin('warden')
    const options = () => admin.data<Option[]>('GET /api/option/')
    const before = await options()
    expect(before.every(({ key, value }) => typeof key === 'string' && typeof value === 'string')).toBe(true)
    expect(before).toContainEqual({ key: 'RetryTimes', value: '2' })
    await admin.data('PUT /api/option/', { key: 'RetryTimes', value: '3' })
    expect(await options()).toContainEqual({ key: 'RetryTimes', value: '3' })
    await admin.data('PUT /api/option/', { key: 'RetryTimes', value: '2' })
    expect(await options()).toContainEqual({ key: 'RetryTimes', value: '2' })
  })

  it('C-639 never shows a secret option again', async () => {
    const { root } = server()
    for (const key of SECRETS) await root.data('PUT /api/option/', { key, value: `hidden-${key}` })
    const { text } = await root.ask('GET /api/option/')
    expect(text).not.toContain('hidden-')
    const values = new Map((await root.data<Option[]>('GET /api/option/')).map(({ key, value }) => [key, value]))
    expect(values.get('SMTPServer')).toBe('')
    for (const key of SECRETS) expect([key, values.get(key) ?? '']).toEqual([key, ''])
  })

  it('C-640 answers the ban of a user with the new status and the role', async () => {
    await server().member('banned')
    const data = await server().root.data<object>('POST /api/user/manage', { username: 'banned', action: 'disable' })
    expect(data).toMatchObject({ status: 2, role: 1 })
    expect(await found(server(), 'banned')).toMatchObject({ status: 2, role: 1 })
  })

  it('C-641 lets users rename themselves and an admin set the quota of another', async () => {
    const alice = await server().member('alice')
    await alice.data('PUT /api/user/self', { username: 'alice', display_name: 'Alice the First', password: '' })
    const self = await alice.data<UserObject>('GET /api/user/self')
    expect(self).toMatchObject({ username: 'alice', display_name: 'Alice the First' })
    const admin = await server().admin('treasurer')
    await admin.data('PUT /api/user/', { id: self.id, quota: 4321 })
    expect(await alice.data<UserObject>('GET /api/user/self')).toEqual({ ...self, quota: 4321 })
  })

  it.each(['/api/channel/', '/api/user/', '/api/option/', '/api/log/'])('C-645 refuses GET %s to an ordinary user', async (path) => {
    const alice = await server().member('alice')
    const { status, text } = await alice.ask(`GET ${path}`)
    expect([status, JSON.parse(text)]).toEqual([403, { success: false, message: 'You do not have the right to do this' }])
    expect((await server().visitor.ask(`GET ${path}`)).status).toBe(401)
    const { status: asRoot } = await server().root.ask(`GET ${path}`)
    expect(asRoot).toBe(200)
  })

  it('C-091 C-092 gives the footer of the operator with what is safe in it, and none without one', async () => {
    const footer = async () => (await server().visitor.data<{ readonly footer_html: string }>('GET /api/status')).footer_html
    const { root } = server()
    expect(await footer()).toBe('')
    await root.data('PUT /api/option/', { key: 'Footer', value: '<b id="cf">foot</b>' })
    expect(await footer()).toBe('<b id="cf">foot</b>')
    await root.data('PUT /api/option/', {
      key: 'Footer',
      value: '<b id="cf" class="mine" style="color: red; position: fixed">foot</b><script>1</script>',
    })
    expect(await footer()).toBe('<b id="cf" class="mine" style="color: red">foot</b>')
    await root.data('PUT /api/option/', { key: 'Footer', value: '' })
    expect(await footer()).toBe('')
  })

  it('C-651 puts a new user into the group default', async () => {
    await server().root.data('POST /api/user/', { username: 'newcomer', password: PASSWORD, display_name: '' })
    expect(await found(server(), 'newcomer')).toMatchObject({ group: 'default' })
  })

  it('C-652 refuses a password of seven characters and takes one of eight', async () => {
    const { root } = server()
    expect(await root.refusal('POST /api/user/', { username: 'brief', password: 'kX4_q9w', display_name: '' })).not.toBe('')
    expect(await root.data<UserObject[]>('GET /api/user/search?keyword=brief')).toEqual([])
    await root.data('POST /api/user/', { username: 'brief', password: 'kX4_q9wz', display_name: '' })
  })

  it('C-653 finds a user by name', async () => {
    await server().member('alice')
    const users = await server().root.data<UserObject[]>('GET /api/user/search?keyword=alice')
    expect(users.map(({ username }) => username)).toEqual(['alice'])
  })
})
