import { getOauthState } from '@weir/contract/account'
import { useAction } from '../api/use-endpoint.ts'
import { serverStatus } from '../session/server-status.ts'
import { serverAddressOf } from '../site/gateway.ts'
import { authorizeUrl } from './authorize-url.ts'
import type { OauthProvider } from './offered-providers.ts'

/** OpenID Connect checks the address it comes back to against the one the server names; Lark's is the page's own. */
const returnOrigin = (provider: OauthProvider): string =>
  provider === 'oidc' ? serverAddressOf(serverStatus.status()?.server_address, window.location.origin) : window.location.origin

const show = (opened: Window | null, url: string) => {
  if (opened === null) {
    window.location.assign(url)
    return
  }
  // A foreign page must not be able to steer the console.
  opened.opener = null
  opened.location.href = url
}

/** Opens the provider's page. The window opens with the click and is filled later: browsers block what opens after an answer. */
export const useProviderWindow = () => {
  const ask = useAction(getOauthState, { success: false })
  const open = (provider: OauthProvider) => {
    const opened = window.open('', '_blank')
    ask.mutate(
      { query: provider === 'oidc' ? { provider } : {} },
      {
        onSuccess: (state) => {
          const status = serverStatus.status()
          if (state && status !== undefined) show(opened, authorizeUrl(provider, status, { state, origin: returnOrigin(provider) }))
          else opened?.close()
        },
        onError: () => opened?.close(),
      },
    )
  }
  return { open, isOpening: ask.isPending }
}
