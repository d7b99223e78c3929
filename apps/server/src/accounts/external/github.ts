import { Refusal } from '@weir/contract/errors'
import { z } from 'zod'
import type { CallService } from '../../net/service-call.ts'
import { createAsk, type IdentityProvider } from './identity.ts'

const LABEL = 'GitHub'

const tokenReply = z.object({ access_token: z.string().min(1) })
/** The number, not the login name: a name can be given up and taken by somebody else. */
const userReply = z.object({ id: z.int().positive(), name: z.string().nullish() })
const emailsReply = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

interface GithubAddresses {
  readonly githubBase: string
  readonly githubApi: string
}

export const createGithub = (callService: CallService, { githubBase, githubApi }: GithubAddresses): IdentityProvider => {
  const ask = createAsk(callService, LABEL)

  /** People may keep their addresses to themselves; the sign-in does not depend on it. */
  const verifiedEmail = async (headers: Readonly<Record<string, string>>): Promise<string> => {
    const emails = await ask({ method: 'GET', url: `${githubApi}/user/emails`, headers }, emailsReply).catch((error: unknown) => {
      if (error instanceof Refusal) return []
      throw error
    })
    return emails.find(({ primary, verified }) => primary && verified)?.email ?? ''
  }

  return {
    key: 'github',
    label: LABEL,
    isOpen: (settings) => settings.isOn('GitHubOAuthEnabled') && settings.text('GitHubClientId') !== '',
    async identify(code, settings) {
      const body = { client_id: settings.text('GitHubClientId'), client_secret: settings.text('GitHubClientSecret'), code }
      const token = await ask({ method: 'POST', url: `${githubBase}/login/oauth/access_token`, body }, tokenReply)
      const headers = { authorization: `Bearer ${token.access_token}` }
      const user = await ask({ method: 'GET', url: `${githubApi}/user`, headers }, userReply)
      return {
        id: String(user.id),
        displayName: user.name || 'GitHub User',
        email: await verifiedEmail(headers),
        username: `github_${user.id}`,
      }
    },
  }
}
