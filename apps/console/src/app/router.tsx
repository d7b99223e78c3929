import { Suspense, lazy, type ComponentType, type ReactNode } from 'react'
import { Outlet, createBrowserRouter, matchPath, useLocation, type RouteObject } from 'react-router'
import type { PlainKey } from '../shared/i18n/translate.ts'
import { useText } from '../shared/i18n/use-text.ts'
import { usePageTitle } from '../shared/navigation/page-title.ts'
import { PageLoading } from '../shared/ui/page/page-loading.tsx'
import { authScreens } from './auth-screens.ts'
import { CrashPage } from './crash-page.tsx'
import { Guard } from './guard.tsx'
import { menuOf, titleOf, type Screen } from './screen.ts'
import { screens } from './screens.ts'
import { useBoot } from './status/boot.ts'

const lazily = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

const Loading = ({ name }: { readonly name: PlainKey }) => <PageLoading page={useText()(name)} />

const waiting = (name: PlainKey, content: ReactNode) => (
  <Suspense key={name} fallback={<Loading name={name} />}>
    {content}
  </Suspense>
)

/** Stands before the page, so that a page with a title of its own has the last word. */
const Title = ({ title }: { readonly title: PlainKey }) => {
  usePageTitle(useText()(title))
  return null
}

const routeOf = (screen: Screen): RouteObject => {
  const Page = lazily(screen.load)
  const title = titleOf(screen)
  const element = (
    <Guard area={screen.area}>
      <Title title={title} />
      {waiting(title, <Page />)}
    </Guard>
  )
  return { path: screen.path, element }
}

const loadShell = async () => ({ default: (await import('./shell/layout.tsx')).Layout })
const Shell = lazy(loadShell)
const screenAt = (pathname: string) => screens.find(({ path }) => matchPath(path, pathname) !== null)
const authScreenAt = (pathname: string) => authScreens.find(({ path }) => matchPath(path, pathname) !== null)

const authRoutes = (): readonly RouteObject[] =>
  authScreens.map(({ path, name, load }) => {
    const Page = lazily(load)
    return { path, element: waiting(name, <Page />) }
  })

const ShellLoading = () => {
  const screen = screenAt(useLocation().pathname)
  return <Loading name={screen === undefined ? 'state.notFound' : titleOf(screen)} />
}

const Root = () => {
  useBoot()
  return <Outlet />
}

/** The code of the first screen and what stands around it, fetched side by side instead of one after the other. */
export const loadFirstScreen = async (pathname: string): Promise<void> => {
  const screen = authScreenAt(pathname)
  await (screen === undefined ? Promise.all([loadShell(), screenAt(pathname)?.load()]) : screen.load())
}

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Root />,
      errorElement: <CrashPage />,
      children: [
        ...authRoutes(),
        {
          element: (
            <Suspense fallback={<ShellLoading />}>
              <Shell menu={menuOf(screens)} />
            </Suspense>
          ),
          children: screens.map(routeOf),
        },
      ],
    },
  ])
