import { useMutation } from '@tanstack/react-query'
import { githubCallback, larkCallback, oidcCallback } from '@weir/contract/account'
import { sessionUser } from '@weir/contract/session'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { callWhole } from '../../shared/api/api-client.ts'
import type { OauthProvider } from '../../shared/external-accounts/offered-providers.ts'
import { notify } from '../../shared/feedback/notify.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { authPaths, pathOf } from '../../shared/navigation/paths.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './oauth-page.module.css'
import { retryDelayMs, shouldRetry } from './oauth-retry.ts'
import { useEnter } from './use-enter.ts'

const endpoints = { github: githubCallback, lark: larkCallback, oidc: oidcCallback } as const

/** The server's word for "linked to the account that is already signed in". */
const BOUND = 'bind'
/** Long enough to read why the page changes. */
const READING_MS = 2000

interface Grant {
  readonly code: string
  readonly state: string
}

const useOauthCallback = (provider: OauthProvider) => {
  const t = useText()
  const navigate = useNavigate()
  const enter = useEnter({ to: 'home', replace: true })
  return useMutation({
    mutationFn: (query: Grant) => callWhole(endpoints[provider], { query }),
    retry: shouldRetry,
    retryDelay: retryDelayMs,
    onSuccess: ({ message, data }) => {
      if (message === BOUND) {
        notify.success(t('oauth.bound'))
        void navigate(pathOf('setting'), { replace: true })
        return
      }
      enter(sessionUser.parse(data))
    },
  })
}

const Processing = ({ provider, grant }: { readonly provider: OauthProvider; readonly grant: Grant }) => {
  const t = useText()
  const navigate = useNavigate()
  const { mutate, isError, failureCount } = useOauthCallback(provider)
  const isSent = useRef(false)
  const { code, state } = grant

  useEffect(() => {
    // A code counts once, and effects run twice while developing.
    if (isSent.current) return
    isSent.current = true
    mutate({ code, state })
  }, [mutate, code, state])

  useEffect(() => {
    if (!isError) return undefined
    const timer = setTimeout(() => void navigate(pathOf('setting'), { replace: true }), READING_MS)
    return () => clearTimeout(timer)
  }, [isError, navigate])

  const retrying = failureCount > 0 ? t('oauth.retrying', { attempt: failureCount }) : undefined
  const processing = t('oauth.processing', { provider: t(`external.${provider}`) })
  return (
    <p className={classes.processing} role="status" aria-busy={!isError} data-testid="oauth-state">
      <span className={classes.spinner} aria-hidden="true" />
      {isError ? t('oauth.redirecting') : (retrying ?? processing)}
    </p>
  )
}

const NoCode = ({ provider, reason }: { readonly provider: OauthProvider; readonly reason: string | null }) => {
  const t = useText()
  return (
    <div data-testid="oauth-no-code">
      <h1 className={classes.title}>{t('oauth.noCode', { provider: t(`external.${provider}`) })}</h1>
      <p>{reason ?? t('oauth.noCodeHint')}</p>
      <Link to={authPaths.login}>{t('reset.backToLogin')}</Link>
    </div>
  )
}

const OauthPage = ({ provider }: { readonly provider: OauthProvider }) => {
  const t = useText()
  const [params] = useSearchParams()
  usePageTitle(t('oauth.title'))
  const code = params.get('code') ?? ''
  const grant = { code, state: params.get('state') ?? '' }
  return (
    <AuthLayout>
      {code === '' ? (
        <NoCode provider={provider} reason={params.get('error_description')} />
      ) : (
        <Processing provider={provider} grant={grant} />
      )}
    </AuthLayout>
  )
}

export const GithubPage = () => <OauthPage provider="github" />
export const LarkPage = () => <OauthPage provider="lark" />
export const OidcPage = () => <OauthPage provider="oidc" />
