import type { KnownStatus } from '../session/server-status.ts'

export type OauthProvider = 'github' | 'lark' | 'oidc'

/** Which of the external sign-ins the server offers, in the order they are shown. */
export const offeredProviders = (status: KnownStatus | undefined): readonly OauthProvider[] => {
  const isOffered: Readonly<Record<OauthProvider, boolean>> = {
    github: status?.github_oauth === true,
    lark: Boolean(status?.lark_client_id),
    oidc: status?.oidc === true && Boolean(status.oidc_authorization_endpoint),
  }
  return (['github', 'lark', 'oidc'] as const).filter((provider) => isOffered[provider])
}

export const offersWechat = (status: KnownStatus | undefined): boolean => status?.wechat_login === true

export const offersExternalSignIn = (status: KnownStatus | undefined): boolean =>
  offersWechat(status) || offeredProviders(status).length > 0
