import { describe, expect, it } from 'bun:test'
import { z } from 'zod'
import { settingsFrom } from '../../settings/settings.ts'
import { ServiceUnreachable, type CallService, type ServiceReply } from '../../net/service-call.ts'
import { createGithub } from './github.ts'
import { createAsk } from './identity.ts'

const request = { method: 'GET', url: 'https://id.test/' } as const

const asked = (reply: () => Promise<ServiceReply>) =>
  createAsk(reply, 'Acme')(request, z.object({ name: z.string() })).catch((error: unknown) => error)

describe('a provider of identities', () => {
  it.each([
    [200, { name: 'Jane' }, { name: 'Jane' }],
    [200, { name: 7 }, { code: 'provider-refused', params: { provider: 'Acme' } }],
    [201, { name: 'Jane' }, { code: 'provider-refused' }],
    [499, { name: 'Jane' }, { code: 'provider-refused' }],
    [500, { name: 'Jane' }, { code: 'provider-unreachable', params: { provider: 'Acme' } }],
    [503, undefined, { code: 'provider-unreachable' }],
  ])('that answers %p with %j', async (status, json, outcome) => {
    expect(await asked(() => Promise.resolve({ status, json }))).toMatchObject(outcome)
  })

  it('that cannot be reached is told apart from a fault of ours', async () => {
    expect(await asked(() => Promise.reject(new ServiceUnreachable('slow')))).toMatchObject({ code: 'provider-unreachable' })
    expect(await asked(() => Promise.reject(new TypeError('ours')))).toBeInstanceOf(TypeError)
  })
})

describe('GitHub', () => {
  const identify = (token: string, emails: ServiceReply) => {
    const replies: Readonly<Record<string, ServiceReply>> = {
      'https://github.test/login/oauth/access_token': { status: 200, json: { access_token: token } },
      'https://api.test/user': { status: 200, json: { id: 1, name: '' } },
      'https://api.test/user/emails': emails,
    }
    const callService: CallService = ({ url }) => Promise.resolve(replies[url] ?? { status: 404, json: undefined })
    const github = createGithub(callService, { githubBase: 'https://github.test', githubApi: 'https://api.test' })
    return github.identify('code', settingsFrom(new Map())).catch((error: unknown) => error)
  }
  const email = (address: string, primary: boolean, verified: boolean) => ({ email: address, primary, verified })

  it('is believed with any token but an empty one', async () => {
    const none = { status: 403, json: {} }
    expect(await identify('t', none)).toEqual({ id: '1', displayName: 'GitHub User', email: '', username: 'github_1' })
    expect(await identify('', none)).toMatchObject({ code: 'provider-refused', params: { provider: 'GitHub' } })
  })

  it('tells the address that is both the main one and verified', async () => {
    const json = [email('a@x.test', false, true), email('b@x.test', true, false), email('c@x.test', true, true)]
    expect(await identify('t', { status: 200, json })).toMatchObject({ email: 'c@x.test' })
    expect(await identify('t', { status: 200, json: json.slice(0, 2) })).toMatchObject({ email: '' })
  })
})
