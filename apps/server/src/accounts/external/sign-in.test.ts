import { describe, expect, it } from 'bun:test'
import { DuplicateRow } from '@weir/store/errors'
import type { Users } from '@weir/store/repositories/users'
import { settingsFrom } from '../../settings/settings.ts'
import type { IdentityProvider } from './identity.ts'
import { createExternalSignIn } from './sign-in.ts'

/** A provider whose person gets no account, because every name is taken. */
const triedNames = async (username: string) => {
  const tried: { readonly username: string; readonly displayName: string }[] = []
  const settings = settingsFrom(new Map([['RegisterEnabled', 'true']]))
  const users = { findByExternalId: () => Promise.resolve(undefined), findByEmail: () => Promise.resolve(undefined) }
  const signIn = createExternalSignIn({
    users: users as unknown as Users,
    openAccount: ({ username: name, displayName }) => {
      tried.push({ username: name, displayName })
      return Promise.reject(new DuplicateRow('taken'))
    },
    settings: () => settings,
  })
  const provider: IdentityProvider = {
    key: 'lark',
    label: 'Lark',
    isOpen: () => true,
    identify: () => Promise.resolve({ id: '7', displayName: '鱼'.repeat(65), email: '', username }),
  }
  const problem = await signIn.enter(provider, 'code').catch((error: unknown) => String(error))
  return { tried, problem }
}

describe('a person from elsewhere', () => {
  it('is tried by the wanted name, then by four that are made up, and no more', async () => {
    const { tried, problem } = await triedNames('jane')
    const [wanted, ...madeUp] = tried.map(({ username }) => username)
    expect([wanted, madeUp.length]).toEqual(['jane', 4])
    for (const name of madeUp) expect(name).toMatch(/^lark_[0-9a-z]{8}$/)
    expect(new Set(tried.map(({ username }) => username)).size).toBe(5)
    expect(problem).toBe('Error: no free username for a lark account after 5 tries')
  })

  it('is tried by made-up names alone where the wanted one will not do', async () => {
    const { tried, problem } = await triedNames('jane@example.com')
    expect(tried).toHaveLength(5)
    expect(problem).toBe('Error: no free username for a lark account after 5 tries')
    for (const { username } of tried) expect(username).toMatch(/^lark_[0-9a-z]{8}$/)
  })

  it('is shown by 64 characters of the name', async () => {
    const { tried } = await triedNames('jane')
    expect(tried[0]?.displayName).toBe('鱼'.repeat(64))
  })
})
