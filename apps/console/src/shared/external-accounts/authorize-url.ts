import type { KnownStatus } from '../session/server-status.ts'
import type { OauthProvider } from './offered-providers.ts'

const GITHUB_AUTHORIZE = 'https://github.com/login/oauth/authorize'
const LARK_AUTHORIZE = 'https://open.feishu.cn/open-apis/authen/v1/index'

interface Request {
  readonly state: string
  /** Where the provider sends the browser back to, without the path. */
  readonly origin: string
}

const withQuery = (address: string, query: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** The page of the provider that asks whether this gateway may know who the reader is. */
export const authorizeUrl = (provider: OauthProvider, status: KnownStatus, { state, origin }: Request): string => {
  switch (provider) {
    case 'github':
      return withQuery(GITHUB_AUTHORIZE, { client_id: status.github_client_id ?? '', state, scope: 'user:email' })
    case 'lark':
      return withQuery(LARK_AUTHORIZE, { redirect_uri: `${origin}/oauth/lark`, app_id: status.lark_client_id ?? '', state })
    case 'oidc':
      return withQuery(status.oidc_authorization_endpoint ?? '', {
        client_id: status.oidc_client_id ?? '',
        redirect_uri: `${origin}/oauth/oidc`,
        response_type: 'code',
        scope: 'openid profile email',
        state,
      })
  }
}
