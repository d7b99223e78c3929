import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { findReferences } from './imports/references.ts'
import { listSources } from './source-files.ts'

const root = join(import.meta.dirname, '..')

/** What runs on a server: no tests, no harnesses. */
const isRuntime = (path: string): boolean =>
  /^(?:apps\/server|packages\/[\w-]+)\/src\//.test(path) && !/\.test\.ts$|\/testing\/|\/conformance/.test(path)

const workspaceOf = (path: string): string => path.slice(0, path.indexOf('/src/'))

const listedBy = (workspace: string): ReadonlySet<string> => {
  const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as Record<string, unknown>
  return new Set([String(manifest['name']), ...Object.keys(manifest['dependencies'] ?? {})])
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

it('the server imports nothing at runtime that an installation without development packages lacks', () => {
  const sources = listSources(root, ['apps', 'packages']).filter(isRuntime)
  expect(sources.length).toBeGreaterThan(300)
  const missing = sources.flatMap((path) => {
    const listed = listedBy(workspaceOf(path))
    return findReferences(readFileSync(join(root, path), 'utf8'), path)
      .imports.filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ specifier = '' }) => specifier)
      .filter((name) => name !== '' && !name.startsWith('.') && !isBuiltin(name) && !name.startsWith('bun:'))
      .filter((name) => !listed.has(packageOf(name)))
      .map((name) => `${path}: ${name}`)
  })
  expect(missing).toEqual([])
})
