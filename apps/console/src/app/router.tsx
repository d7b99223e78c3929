import { Suspense, lazy, type ComponentType, type ReactNode } from 'react'
import type { Area } from '@weir/contract/areas'
import { Outlet, createBrowserRouter, matchPath, useLocation, type RouteObject } from 'react-router'
import { paths } from '../shared/paths.ts'
import { PageLoading, type PageKey } from '../shared/ui/page-loading.tsx'
import { useBoot } from './boot.ts'
import { CrashPage } from './crash-page.tsx'
import { Guard } from './guard.tsx'

interface Screen {
  readonly path: string
  readonly page: PageKey
  readonly area: Area
  readonly load: () => Promise<ComponentType>
}

/** Every screen inside the shell. Adding one is a line here, and one in navigation.ts when it has a menu entry. */
const screens: readonly Screen[] = [
  { path: paths.home, page: 'page.home', area: 'home', load: async () => (await import('../features/home/home-page.tsx')).HomePage },
  {
    path: paths.token,
    page: 'page.token',
    area: 'token',
    load: async () => (await import('../features/tokens/token-list-page.tsx')).TokenListPage,
  },
  {
    path: paths.tokenAdd,
    page: 'page.tokenAdd',
    area: 'token',
    load: async () => (await import('../features/tokens/token-form-page.tsx')).TokenAddPage,
  },
  {
    path: paths.tokenEdit(':id'),
    page: 'page.tokenEdit',
    area: 'token',
    load: async () => (await import('../features/tokens/token-form-page.tsx')).TokenEditPage,
  },
  { path: paths.log, page: 'page.log', area: 'log', load: async () => (await import('../features/logs/log-list-page.tsx')).LogListPage },
  {
    path: paths.profile,
    page: 'page.profile',
    area: 'profile',
    load: async () => (await import('../features/profile/profile-page.tsx')).ProfilePage,
  },
  { path: paths.about, page: 'page.about', area: 'about', load: async () => (await import('../features/about/about-page.tsx')).AboutPage },
  { path: '*', page: 'page.notFound', area: 'home', load: async () => (await import('../features/about/not-found-page.tsx')).NotFoundPage },
]

const lazily = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

const waiting = (page: PageKey, content: ReactNode) => (
  <Suspense key={page} fallback={<PageLoading page={page} />}>
    {content}
  </Suspense>
)

const routeOf = ({ path, page, area, load }: Screen): RouteObject => {
  const Page = lazily(load)
  return { path, element: <Guard area={area}>{waiting(page, <Page />)}</Guard> }
}

const Shell = lazily(async () => (await import('./layout.tsx')).Layout)
const LoginPage = lazily(async () => (await import('../features/auth/login-page.tsx')).LoginPage)

const screenAt = (pathname: string) => screens.find(({ path }) => matchPath(path, pathname) !== null)

const ShellLoading = () => <PageLoading page={screenAt(useLocation().pathname)?.page ?? 'page.notFound'} />

const Root = () => {
  useBoot()
  return <Outlet />
}

export const createRouter = () => {
  // The shell and the first screen are fetched side by side instead of one after the other.
  if (window.location.pathname !== paths.login) void screenAt(window.location.pathname)?.load()
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <CrashPage />,
      children: [
        { path: paths.login, element: waiting('page.login', <LoginPage />) },
        {
          element: (
            <Suspense fallback={<ShellLoading />}>
              <Shell />
            </Suspense>
          ),
          children: screens.map(routeOf),
        },
      ],
    },
  ])
}
