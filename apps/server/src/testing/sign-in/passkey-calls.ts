import type { PasskeyObject } from '@weir/contract/sign-in/passkey'
import { cookieOf, type Answer, type Member, type ServerHarness } from '../server-harness.ts'
import { SoftwareAuthenticator, type CreationOptions, type Deviation, type RequestOptions } from './software-authenticator.ts'

/** As a browser at the address of the harness sends it. */
export const ORIGIN = 'http://weir.test'

interface Added {
  readonly key: SoftwareAuthenticator
  readonly answer: Answer
}

/** A member with one passkey, called `laptop`. */
interface Owner extends Member {
  readonly key: SoftwareAuthenticator
}

interface Asked {
  readonly visitor: string
  readonly options: RequestOptions
}

/** What browsers with passkeys ask of the server, in English. */
export const passkeyCalls = (harness: () => ServerHarness) => {
  const call = (request: string, cookie: string, body?: unknown): Promise<Answer> => {
    const [method = '', path = ''] = request.split(' ')
    return harness().call(method, path, { cookie, headers: { 'accept-language': 'en' }, ...(body !== undefined && { body }) })
  }
  const offered = async (cookie: string): Promise<CreationOptions> =>
    (await call('POST /api/user/passkey/offer', cookie)).json?.['data'] as CreationOptions

  const add = async (cookie: string, name = 'laptop', deviation: Deviation = {}): Promise<Added> => {
    const key = new SoftwareAuthenticator(ORIGIN)
    const credential = key.create(await offered(cookie), deviation)
    return { key, answer: await call('POST /api/user/passkey', cookie, { name, credential }) }
  }

  const askAny = async (): Promise<Asked> => {
    const answer = await call('POST /api/user/login/passkey/challenge', '')
    return { visitor: cookieOf(answer), options: answer.json?.['data'] as RequestOptions }
  }

  const askOwn = async (cookie: string): Promise<RequestOptions> =>
    (await call('POST /api/user/passkey/challenge', cookie)).json?.['data'] as RequestOptions

  return {
    call,
    offered,
    add,
    askAny,
    askOwn,
    enrol: async (role: number): Promise<Owner> => {
      const member = await harness().member(role)
      return { ...member, key: (await add(member.cookie)).key }
    },
    listed: async (cookie: string): Promise<readonly PasskeyObject[]> =>
      (await call('GET /api/user/passkey', cookie)).json?.['data'] as PasskeyObject[],
    signInAlone: async ({ key }: Owner, deviation: Deviation = {}): Promise<Answer> => {
      const { visitor, options } = await askAny()
      return await call('POST /api/user/login/passkey', visitor, { credential: key.get(options, deviation) })
    },
    show: async ({ key }: Owner, cookie: string, deviation: Deviation = {}): Promise<Answer> =>
      await call('POST /api/user/factor/verify', cookie, { passkey: key.get(await askOwn(cookie), deviation) }),
    halfSignIn: async ({ username, password }: Member): Promise<string> =>
      cookieOf(await call('POST /api/user/login', '', { username, password })),
  }
}

export const messageOf = (answer: Answer): readonly unknown[] => [answer.status, answer.json?.['success'], answer.json?.['message']]
