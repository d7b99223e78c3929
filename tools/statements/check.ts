import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptanceFolders } from './acceptance-folders.ts'
import { listSources } from '../source-files.ts'
import { readAcceptance, readSecurityTests } from './documents.ts'
import { idsNamedIn, type NamedId } from './titles.ts'

interface Naming extends NamedId {
  readonly path: string
}

const repeated = (ids: readonly string[]): readonly string[] => [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]

const namingsIn = (root: string, prefixes: ReadonlySet<string>): readonly Naming[] =>
  listSources(root, ['packages', 'apps', 'e2e'])
    .filter((path) => /\.test\.tsx?$/.test(path))
    .flatMap((path) => idsNamedIn(path, readFileSync(join(root, path), 'utf8'), prefixes).map((found) => ({ ...found, path })))

/** Only tests that `npm run acceptance` runs show what the console does. */
const isAcceptance = ({ path }: Naming): boolean =>
  Object.values(acceptanceFolders)
    .flat()
    .some((folder) => path.startsWith(`${folder}/`))

/** Compares the statements of both documents with the ids that test titles name, both ways. */
export const checkStatements = (root: string): readonly string[] => {
  const console = readAcceptance(root).flatMap(({ statements }) => statements.map(({ id }) => id))
  const { ids: security, departures } = readSecurityTests(root)
  const known = new Set([...console, ...security])
  const namings = namingsIn(root, new Set([...known].map((id) => id.slice(0, id.indexOf('-')))))
  const shown = new Set(namings.map(({ id }) => id))
  const shownByAcceptance = new Set(namings.filter(isAcceptance).map(({ id }) => id))
  return [
    ...repeated(console).map((id) => `docs/acceptance.md: ${id} stands there twice`),
    ...repeated(security).map((id) => `docs/security-tests.md: ${id} stands there twice`),
    ...[...departures].filter((id) => !known.has(id)).map((id) => `docs/security-tests.md: ${id} is a departure from no statement`),
    ...namings.filter(({ id }) => !known.has(id)).map(({ path, line, id }) => `${path}:${line}: ${id} stands in no document`),
    ...console.filter((id) => !shownByAcceptance.has(id)).map((id) => `docs/acceptance.md: no test names ${id}`),
    ...security.filter((id) => !shown.has(id) && !departures.has(id)).map((id) => `docs/security-tests.md: no test names ${id}`),
  ]
}
