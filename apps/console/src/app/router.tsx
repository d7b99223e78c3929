import { Suspense, lazy, type ComponentType, type ReactNode } from 'react'
import { Outlet, createBrowserRouter, matchPath, useLocation, type RouteObject } from 'react-router'
import { PageLoading, type PageKey } from '../shared/ui/page/page-loading.tsx'
import { authScreens } from './auth-screens.ts'
import { useBoot } from './status/boot.ts'
import { CrashPage } from './crash-page.tsx'
import { Guard } from './guard.tsx'
import { screens, type Screen } from './screens.ts'

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

const Shell = lazily(async () => (await import('./shell/layout.tsx')).Layout)
const screenAt = (pathname: string) => screens.find(({ path }) => matchPath(path, pathname) !== null)
const isOutsideShell = (pathname: string) => authScreens.some(({ path }) => matchPath(path, pathname) !== null)

const authRoutes = (): readonly RouteObject[] =>
  authScreens.map(({ path, page, load }) => {
    const Page = lazily(load)
    return { path, element: waiting(page, <Page />) }
  })

const ShellLoading = () => <PageLoading page={screenAt(useLocation().pathname)?.page ?? 'page.notFound'} />

const Root = () => {
  useBoot()
  return <Outlet />
}

export const createRouter = () => {
  // The shell and the first screen are fetched side by side instead of one after the other.
  if (!isOutsideShell(window.location.pathname)) void screenAt(window.location.pathname)?.load()
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <CrashPage />,
      children: [
        ...authRoutes(),
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
