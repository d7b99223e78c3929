import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { loadChosenLanguage } from '../shared/i18n/language.ts'
import { useLanguagePack } from '../shared/i18n/use-text.ts'
import { authSession } from '../shared/session/auth-session.ts'
import { localStore } from '../shared/session/local-store.ts'
import { antdThemeFor, useThemeName } from '../shared/theme/theme.ts'
import { returnFocus } from '../shared/feedback/return-focus.ts'
import { Toasts } from '../shared/feedback/toasts.tsx'
import { useMedia } from '../shared/browser/use-media.ts'
import './app.css'
import { createOnFailure } from './on-failure.ts'
import { createQueryClient } from './query-client.ts'
import { createRouter, loadFirstScreen } from './router.tsx'

const router = createRouter()

const queryClient = createQueryClient(
  createOnFailure({
    pathname: () => router.state.location.pathname,
    goTo: (path) => void router.navigate(path, { replace: true }),
    forgetData: () => forgetData(),
  }),
)

const forgetData = () => queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== '/api/status' })

/** Whoever signs in over another account, here or in another tab, sees nothing of it, not even until the answers are there. */
const forgetWithAccount = () => {
  let owner = authSession.user()?.id
  localStore.subscribe(() => {
    const id = authSession.user()?.id
    if (id === owner) return
    owner = id
    forgetData()
  })
}

/** A choice in another tab is one for this tab too. Without the texts it stays with the language it has. */
const followLanguage = () => localStore.subscribe(() => void loadChosenLanguage().catch(() => undefined))

const Appearance = ({ children }: { readonly children: ReactNode }) => {
  const { antd } = useLanguagePack()
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const theme = antdThemeFor(useThemeName(), isStill)
  return (
    <ConfigProvider locale={antd} theme={theme} wave={{ disabled: true }} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  )
}

const start = async (root: HTMLElement) => {
  // The frame in the page stays until there is something to put in its place. Without its texts the console still works, in Chinese, and
  // a screen whose code does not come is told by the router; without a start nothing is.
  await Promise.allSettled([loadChosenLanguage(), loadFirstScreen(window.location.pathname)])
  window.addEventListener('storage', localStore.changed)
  forgetWithAccount()
  followLanguage()
  returnFocus()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Appearance>
          <RouterProvider router={router} />
          <Toasts />
        </Appearance>
      </QueryClientProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root !== null) void start(root)
