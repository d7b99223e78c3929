import type { ComponentType } from 'react'
import { paths } from '../shared/navigation/paths.ts'
import type { PageKey } from '../shared/ui/page/page-loading.tsx'

interface AuthScreen {
  readonly path: string
  readonly page: PageKey
  readonly load: () => Promise<ComponentType>
}

/** Every screen outside the shell, open to everyone. */
export const authScreens: readonly AuthScreen[] = [
  { path: paths.login, page: 'page.login', load: async () => (await import('../features/auth/login-page.tsx')).LoginPage },
  { path: paths.register, page: 'page.register', load: async () => (await import('../features/auth/register-page.tsx')).RegisterPage },
  { path: paths.reset, page: 'page.reset', load: async () => (await import('../features/auth/reset-page.tsx')).ResetPage },
  {
    path: paths.resetConfirm,
    page: 'page.reset',
    load: async () => (await import('../features/auth/reset-confirm-page.tsx')).ResetConfirmPage,
  },
  { path: paths.oauthGithub, page: 'page.oauth', load: async () => (await import('../features/auth/oauth-page.tsx')).GithubPage },
  { path: paths.oauthLark, page: 'page.oauth', load: async () => (await import('../features/auth/oauth-page.tsx')).LarkPage },
  { path: paths.oauthOidc, page: 'page.oauth', load: async () => (await import('../features/auth/oauth-page.tsx')).OidcPage },
]
