import { describe, expect, it } from 'bun:test'
import { chunksFrom } from './chunks.ts'

const SRC = '/console/src'
const LIBRARY = '/node_modules/antd/es'

/** Imports, then what is fetched later. */
const modules: Readonly<Record<string, readonly [readonly string[], (readonly string[])?]>> = {
  [`${SRC}/app/main.tsx`]: [
    [`${LIBRARY}/button`],
    [
      `${SRC}/app/shell/layout.tsx`,
      `${SRC}/features/auth/login-page.tsx`,
      `${SRC}/features/auth/register-page.tsx`,
      `${SRC}/features/tokens/token-list-page.tsx`,
      `${SRC}/features/users/user-list-page.tsx`,
      `${SRC}/features/tokens/token-form-page.tsx`,
      `${SRC}/features/users/user-add-page.tsx`,
      `${SRC}/features/home/home-page.tsx`,
      `${SRC}/features/dashboard/dashboard-page.tsx`,
      `${SRC}/shared/i18n/zh/channel-list.ts`,
    ],
  ],
  [`${SRC}/features/dashboard/dashboard-page.tsx`]: [[`${SRC}/shared/ui/badge/status-badge.ts`]],
  [`${SRC}/app/shell/layout.tsx`]: [[`${LIBRARY}/button`, `${LIBRARY}/drawer`]],
  [`${SRC}/features/auth/login-page.tsx`]: [[`${SRC}/features/auth/frame.tsx`, `${LIBRARY}/input`]],
  [`${SRC}/features/auth/register-page.tsx`]: [[`${SRC}/features/auth/frame.tsx`]],
  [`${SRC}/features/tokens/token-list-page.tsx`]: [
    [
      `${LIBRARY}/select`,
      `${SRC}/shared/list/table.tsx`,
      `${LIBRARY}/input`,
      `${SRC}/features/tokens/token-kinds.ts`,
      `${LIBRARY}/slider`,
      `${SRC}/shared/ui/badge/status-badge.ts`,
    ],
  ],
  [`${SRC}/features/users/user-list-page.tsx`]: [
    [`${LIBRARY}/select`, `${SRC}/shared/list/table.tsx`, `${LIBRARY}/drawer`, `${SRC}/shared/list/chips.tsx`, `${LIBRARY}/tour`],
  ],
  [`${SRC}/features/tokens/token-form-page.tsx`]: [
    [
      `${LIBRARY}/select`,
      `${LIBRARY}/form`,
      '/packages/contract/src/token.ts',
      `${SRC}/features/tokens/token-kinds.ts`,
      `${LIBRARY}/slider`,
    ],
  ],
  [`${SRC}/features/users/user-add-page.tsx`]: [[`${LIBRARY}/form`, `${LIBRARY}/date-picker`]],
  [`${SRC}/features/home/home-page.tsx`]: [
    [`${LIBRARY}/date-picker`, '/packages/contract/src/token.ts', `${SRC}/features/home/figures.tsx`, `${SRC}/shared/list/chips.tsx`],
  ],
}

const chunkOf = (id: string) =>
  chunksFrom(`${SRC}/app/main.tsx`)(id, (name) => {
    const [importedIds, dynamicallyImportedIds = []] = modules[name] ?? [[]]
    return { importedIds: [...importedIds], dynamicallyImportedIds: [...dynamicallyImportedIds] }
  })

describe('the file a module goes to', () => {
  it.each([
    [`${LIBRARY}/button`, 'app'],
    [`${LIBRARY}/input`, 'app'],
    [`${LIBRARY}/drawer`, 'shell'],
    [`${LIBRARY}/select`, 'shell'],
    [`${SRC}/shared/list/table.tsx`, 'list'],
    [`${LIBRARY}/form`, 'form'],
    [`${SRC}/features/auth/frame.tsx`, 'auth'],
    ['/packages/contract/src/token.ts', 'shell'],
    // The first page after signing in comes with its checklist and what they alone need, in one file.
    [`${SRC}/features/home/home-page.tsx`, 'home'],
    [`${SRC}/features/home/figures.tsx`, 'home'],
    [`${LIBRARY}/date-picker`, 'shell'],
    [`${SRC}/shared/list/chips.tsx`, 'shell'],
    [`${LIBRARY}/tour`, undefined],
    // What a list shares with its form, and its texts, come with the lists; a part of a library that the two share does not.
    [`${SRC}/features/tokens/token-kinds.ts`, 'list'],
    [`${SRC}/shared/i18n/zh/channel-list.ts`, 'list'],
    [`${LIBRARY}/slider`, undefined],
    [`${SRC}/shared/ui/badge/status-badge.ts`, 'shell'],
  ] as const)('%s: %s', (id, chunk) => expect(chunkOf(id)).toBe(chunk))
})
