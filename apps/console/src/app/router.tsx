import type { ComponentType } from 'react'
import { Outlet, createBrowserRouter, matchPath, useLocation, type RouteObject } from 'react-router'
import type { PlainKey } from '../shared/i18n/translate.ts'
import { useText } from '../shared/i18n/use-text.ts'
import { usePageTitle } from '../shared/navigation/page-title.ts'
import { deferred } from '../shared/ui/page/deferred.tsx'
import { PageLoading } from '../shared/ui/page/page-loading.tsx'
import { authScreens } from './auth-screens.ts'
import { CrashPage } from './crash-page.tsx'
import { Guard } from './guard.tsx'
import { menuOf, titleOf } from './screen.ts'
import { screens } from './screens.ts'
import { useBoot } from './status/boot.ts'

const Loading = ({ name }: { readonly name: PlainKey }) => <PageLoading page={useText()(name)} />

const pageOf = (name: PlainKey, load: () => Promise<ComponentType>) => deferred(load, <Loading name={name} />)

/** Stands before the page, so that a page with a title of its own has the last word. */
const Title = ({ title }: { readonly title: PlainKey }) => {
  usePageTitle(useText()(title))
  return null
}

const pages = screens.map((screen) => {
  const title = titleOf(screen)
  return { path: screen.path, area: screen.area, title, Page: pageOf(title, screen.load) }
})
const authPages = authScreens.map(({ path, name, load }) => ({ path, Page: pageOf(name, load) }))

const pageAt = (pathname: string) => pages.find(({ path }) => matchPath(path, pathname) !== null)
const authPageAt = (pathname: string) => authPages.find(({ path }) => matchPath(path, pathname) !== null)

const ShellLoading = () => {
  const page = pageAt(useLocation().pathname)
  return <Loading name={page?.title ?? 'state.notFound'} />
}

const Shell = deferred(async () => (await import('./shell/layout.tsx')).Layout, <ShellLoading />)

const routeOf = ({ path, area, title, Page }: (typeof pages)[number]): RouteObject => ({
  path,
  element: (
    <Guard area={area}>
      <Title title={title} />
      <Page />
    </Guard>
  ),
})

/** Whoever points at an entry is likely to choose it. One that does not come is told when it is chosen. */
const menu = menuOf(screens).map((entry) => ({
  ...entry,
  onPoint: () =>
    void pageAt(entry.path)
      ?.Page.preload()
      .catch(() => undefined),
}))

const Root = () => {
  useBoot()
  return <Outlet />
}

/** The code of the first screen and what stands around it, fetched side by side instead of one after the other. */
export const loadFirstScreen = async (pathname: string): Promise<void> => {
  const page = authPageAt(pathname)
  await (page === undefined ? Promise.all([Shell.preload(), pageAt(pathname)?.Page.preload()]) : page.Page.preload())
}

export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Root />,
      errorElement: <CrashPage />,
      children: [
        ...authPages.map(({ path, Page }) => ({ path, element: <Page /> })),
        { element: <Shell menu={menu} />, children: pages.map(routeOf) },
      ],
    },
  ])
