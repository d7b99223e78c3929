import { describe, expect, it } from 'bun:test'
import { Refusal } from '@weir/contract/errors'
import type { UserObject } from '@weir/contract/user'
import type { Account } from '@weir/store/repositories/users'
import type { SecondFactors } from '@weir/store/repositories/sign-in/second-factors'
import { settingsFrom } from '../settings/settings.ts'
import { requireAllowedDomain } from './email-rules.ts'
import { passkeySite } from './passkey-site.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { sessionUserOf } from './session-user-of.ts'

const from = (stored: Readonly<Record<string, string>>) => settingsFrom(new Map(Object.entries(stored)))
const refusalOf = (work: () => unknown): string => {
  try {
    work()
    return 'accepted'
  } catch (error) {
    return error instanceof Refusal ? `${error.code} ${JSON.stringify(error.params)}` : 'thrown'
  }
}

describe('the domain of a mailbox', () => {
  const restricted = from({ EmailDomainRestrictionEnabled: 'true', EmailDomainWhitelist: 'a.example,B.example' })

  it.each([
    ['ada@a.example', 'accepted'],
    ['ada@b.example', 'accepted'],
    ['"@a.example"@evil.example', 'email-domain {"domains":"a.example, b.example"}'],
    ['ada@sub.a.example', 'email-domain {"domains":"a.example, b.example"}'],
    ['ada@evila.example', 'email-domain {"domains":"a.example, b.example"}'],
  ])('%s: %s', (email, verdict) => {
    expect(refusalOf(() => requireAllowedDomain(email, restricted))).toBe(verdict)
  })

  it('may be any unless domains are restricted', () => {
    expect(refusalOf(() => requireAllowedDomain('ada@evil.example', from({ EmailDomainWhitelist: 'a.example' })))).toBe('accepted')
  })
})

describe('where passkeys are made', () => {
  it('is the server address, whatever the caller names', () => {
    expect(passkeySite(from({ ServerAddress: 'https://gw.example:8443' }), 'evil.example')).toEqual({
      rpId: 'gw.example',
      origins: ['https://gw.example:8443'],
    })
  })

  it('is the host by either scheme where no address is set', () => {
    expect(passkeySite(from({}), 'gw.example:3000')).toEqual({
      rpId: 'gw.example',
      origins: ['https://gw.example:3000', 'http://gw.example:3000'],
    })
  })

  it.each(['192.0.2.1:3000', '[::1]:3000', 'a b'])('is never %s', (host) => {
    expect(refusalOf(() => passkeySite(from({}), host))).toStartWith('passkey-domain ')
  })
})

describe('recovery codes', () => {
  const open = (present: number) => {
    const kept: (readonly string[])[] = []
    const factors: Pick<SecondFactors, 'state' | 'replaceRecoveryCodes'> = {
      state: () => Promise.resolve({ hasTotp: true, passkeys: 0, recoveryCodes: present }),
      replaceRecoveryCodes: (_, codes) => {
        kept.push(codes)
        return Promise.resolve()
      },
    }
    return { kept, codes: createRecoveryCodes(factors as SecondFactors) }
  }

  it('are ten, kept without their dashes', async () => {
    const { kept, codes } = open(3)
    const shown = await codes.renew(7)
    expect(new Set(shown).size).toBe(10)
    expect(kept).toEqual([shown.map((code) => code.replaceAll('-', ''))])
  })

  it('are given once', async () => {
    const [none, one] = [open(0), open(1)]
    expect([(await none.codes.giveOnce(7)).length, none.kept.length]).toEqual([10, 1])
    expect([await one.codes.giveOnce(7), one.kept]).toEqual([[], []])
  })
})

describe('what a sign-in says', () => {
  const user: UserObject = {
    id: 1,
    username: 'ada',
    password: '',
    display_name: 'Ada',
    role: 1,
    status: 1,
    email: '',
    github_id: '',
    wechat_id: '',
    lark_id: '',
    oidc_id: '',
    verification_code: '',
    access_token: '',
    quota: 0,
    used_quota: 0,
    request_count: 0,
    group: 'default',
    aff_code: '',
    inviter_id: 0,
  }
  const account: Account = { user, passwordHash: '', authVersion: 1, mustChangePassword: false, hasAccessToken: false, unconfirmed: [] }

  it('is the account, and what is left to do', () => {
    expect<object>(sessionUserOf(account, 'none')).toEqual(user)
    const told = sessionUserOf({ ...account, mustChangePassword: true }, 'awaited')
    expect([told.must_change_password, told.second_factor]).toEqual([true, 'awaited'])
    expect([sessionUserOf(account, 'missing').second_factor, sessionUserOf(account, 'shown').second_factor]).toEqual(['missing', undefined])
  })
})
