import type { ComponentType } from 'react'
import type { PlainKey } from '../shared/i18n/translate.ts'
import { authPaths } from '../shared/navigation/paths.ts'

interface AuthScreen {
  readonly path: string
  readonly name: PlainKey
  readonly load: () => Promise<ComponentType>
}

/** Every screen outside the shell, open to everyone. */
export const authScreens: readonly AuthScreen[] = [
  { path: authPaths.login, name: 'page.login', load: async () => (await import('../features/auth/login-page.tsx')).LoginPage },
  { path: authPaths.register, name: 'page.register', load: async () => (await import('../features/auth/register-page.tsx')).RegisterPage },
  { path: authPaths.reset, name: 'page.reset', load: async () => (await import('../features/auth/reset-page.tsx')).ResetPage },
  {
    path: authPaths.resetConfirm,
    name: 'page.reset',
    load: async () => (await import('../features/auth/reset-confirm-page.tsx')).ResetConfirmPage,
  },
  { path: authPaths.oauthGithub, name: 'page.oauth', load: async () => (await import('../features/auth/oauth-page.tsx')).GithubPage },
  { path: authPaths.oauthLark, name: 'page.oauth', load: async () => (await import('../features/auth/oauth-page.tsx')).LarkPage },
  { path: authPaths.oauthOidc, name: 'page.oauth', load: async () => (await import('../features/auth/oauth-page.tsx')).OidcPage },
]
