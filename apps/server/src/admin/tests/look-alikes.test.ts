import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const headers = { 'accept-language': 'en' }

let harness: ServerHarness
let root: Member

beforeAll(async () => {
  harness = await openServerHarness()
  root = await harness.member(Role.root)
  await harness.member(Role.user, 'paypal')
})
afterAll(() => harness.close())

const signs = (...codes: readonly number[]): string => String.fromCodePoint(...codes)

const DISGUISED: Readonly<Record<string, string>> = {
  'a sign without width': `pay${signs(0x200b)}pal`,
  'a joiner': `pay${signs(0x200d)}pal`,
  'a soft hyphen': `pay${signs(0xad)}pal`,
  'a turn of direction': `${signs(0x202e)}lapyap`,
  'a filler': `paypal${signs(0x3164)}`,
  'a tag': `paypal${signs(0xe0041)}`,
  'a line separator': `pay${signs(0x2028)}pal`,
  'wide letters': 'ｐａｙｐａｌ',
  'letters of mathematics': signs(0x1d429, 0x1d41a, 0x1d432),
  'a Cyrillic letter': `p${signs(0x430)}ypal`,
  'a Greek letter': `paypa${signs(0x3b9)}`,
  'a letter put together': `paypa${signs(0x6c, 0x301)}`,
}

describe('IN-22 a name that reads like another', () => {
  it('is refused wherever a name is chosen', async () => {
    const someone = await harness.member(Role.user)
    for (const [what, username] of Object.entries(DISGUISED)) {
      const answers = [
        await harness.call('POST', '/api/user/register', { headers, body: { username, password: 'a password of some length' } }),
        await harness.call('POST', '/api/user/', {
          headers,
          cookie: root.cookie,
          body: { username, password: 'a password of some length' },
        }),
        await harness.call('PUT', '/api/user/', { headers, cookie: root.cookie, body: { id: someone.id, username } }),
        await harness.call('PUT', '/api/user/self', { headers, cookie: someone.cookie, body: { username } }),
      ]
      for (const { json } of answers)
        expect([what, json]).toEqual([what, { success: false, message: expect.stringContaining('invisible') }])
    }
  })

  it('is taken when it is the same in other letters: upper case, digits, or another alphabet throughout', async () => {
    const someone = await harness.member(Role.user)
    for (const username of ['PayPal', 'paypa1', 'paypaI', signs(0x440, 0x430, 0x443, 0x440, 0x430, 0x4cf), 'R00t', 'ROOT']) {
      const body = { username, password: 'a password of some length' }
      const answers = [
        await harness.call('POST', '/api/user/register', { headers, body }),
        await harness.call('POST', '/api/user/', { headers, cookie: root.cookie, body }),
        await harness.call('PUT', '/api/user/', { headers, cookie: root.cookie, body: { id: someone.id, username } }),
        await harness.call('PUT', '/api/user/self', { headers, cookie: someone.cookie, body: { username } }),
      ]
      for (const { json } of answers) expect(json).toEqual({ success: false, message: `The username ${username} is already taken` })
    }
  })

  it('is free to its owner in other letters', async () => {
    const someone = await harness.member(Role.user, 'wanderer')
    const edited = await harness.call('PUT', '/api/user/self', { cookie: someone.cookie, body: { username: 'Wanderer' } })
    expect(edited.json?.['success']).toBe(true)
    expect((await harness.store.users.findById(someone.id))?.user.username).toBe('Wanderer')
  })

  it('goes to one of many who ask for it at the same moment', async () => {
    const names = ['sailor', 'Sailor', 'sai1or', 'saiIor', 'SAi1OR']
    const answers = await Promise.all(
      names.map((username) => harness.call('POST', '/api/user/register', { body: { username, password: 'a password of some length' } })),
    )
    expect(answers.filter(({ json }) => json?.['success'] === true)).toHaveLength(1)
  })

  it('is no other name with blanks around it', async () => {
    const someone = await harness.member(Role.user)
    const edited = await harness.call('PUT', '/api/user/', { headers, cookie: root.cookie, body: { id: someone.id, username: 'paypal ' } })
    expect(edited.json).toMatchObject({ success: false, message: 'The username paypal is already taken' })
  })

  it('is not every name in another alphabet', async () => {
    for (const username of ['张三', 'Ольга', 'Ελένη', 'דנה', 'محمد', '山田 太郎', 'José', '🙂', 'dev-1_x']) {
      const answer = await harness.call('POST', '/api/user/', {
        cookie: root.cookie,
        body: { username, password: 'a password of some length' },
      })
      expect([username, answer.json?.['success']]).toEqual([username, true])
    }
  })

  it('does not lock out whoever has it already', async () => {
    const old = await harness.member(Role.user, `old${signs(0x200b)}name`)
    const same = await harness.call('PUT', '/api/user/self', { cookie: old.cookie, body: { username: old.username, display_name: 'new' } })
    expect(same.json?.['success']).toBe(true)
    expect(await harness.signIn(old.username, old.password)).toContain('session=')
  })
})
