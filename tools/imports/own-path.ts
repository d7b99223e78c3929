import { posix } from 'node:path'

/** `@weir/contract/token` is packages/contract/src/token.ts; the server and the console export nothing. */
const ownPackagePath = (specifier: string): string | undefined => {
  const match = /^@weir\/([^/]+)(?:\/(.*))?$/.exec(specifier)
  if (match === null) return undefined
  const [, name, file = 'index'] = match
  const folder = name === 'server' || name === 'console' ? 'apps' : 'packages'
  return `${folder}/${name}/src/${file}.ts`
}

/** The file of the project that an import in `importer` names; undefined for a foreign module. */
export const ownPath = (importer: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : ownPackagePath(specifier)
