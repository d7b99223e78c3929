import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSources, sourceFolders } from '../source-files.ts'
import {
  bunPermission,
  consoleEnvironmentPermission,
  environmentPermission,
  importersOf,
  importersOfModule,
  isPermitted,
  isTestFile,
  jsonPermission,
  mayImportModule,
  mayImportPlace,
  placeOf,
  separationBetween,
  type Permission,
  type Place,
} from './layers.ts'
import { ownPath } from './own-path.ts'
import { findReferences, type GlobalReference, type ImportReference, type References } from './references.ts'

export interface ImportReport {
  readonly fileCount: number
  /** One line each: `file:line: what is imported: why not; who may`. */
  readonly violations: readonly string[]
}

interface SourceFile {
  readonly path: string
  readonly place: Place
  readonly isTest: boolean
}

const only = (names: readonly string[]): string => (names.length === 0 ? 'no layer may' : `only ${names.join(', ')} may`)

const moduleName = (specifier: string): string => {
  if (/^(?:node|bun):/.test(specifier)) return specifier
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

const isBunModule = (module: string): boolean => module === 'bun' || module.startsWith('bun:')

interface OwnTarget {
  readonly target: string
  readonly isTypeOnly: boolean
}

const separated = (file: SourceFile, specifier: string, target: string): string | undefined => {
  const reason = file.isTest ? undefined : separationBetween(file.path, target)
  return reason === undefined ? undefined : `${specifier}: ${reason}`
}

const checkOwn = (file: SourceFile, specifier: string, { target, isTypeOnly }: OwnTarget): string | undefined => {
  if (specifier.startsWith('.') && !/\.\w+$/.test(target)) return `${specifier}: a relative import names its file with the extension`
  const place = placeOf(target)
  if (place === undefined) return `${specifier}: ${target} belongs to no layer`
  if (mayImportPlace(file.place, place, { isTest: file.isTest, isTypeOnly })) return separated(file, specifier, target)
  return `${specifier}: ${file.place.name} must not import ${place.name}; ${only(importersOf(place))}`
}

const checkModule = (file: SourceFile, specifier: string): string | undefined => {
  const module = moduleName(specifier)
  if (file.isTest) return undefined
  if (isBunModule(module) && !isPermitted(bunPermission, file.path))
    return `${specifier}: Bun-only code stays in ${bunPermission.folders.join(', ')} and tests`
  if (mayImportModule(file.place.layer, module)) return undefined
  return `${specifier}: ${file.place.name} must not import ${module}; ${only(importersOfModule(module))}`
}

const checkImport = (file: SourceFile, reference: ImportReference): string | undefined => {
  const { specifier } = reference
  if (specifier === undefined)
    return file.isTest || file.place.name === 'tools' ? undefined : 'import(…): a dynamic import names its module literally'
  const target = ownPath(file.path, specifier)
  return target === undefined ? checkModule(file, specifier) : checkOwn(file, specifier, { target, isTypeOnly: reference.isTypeOnly })
}

const permissionFor = (name: GlobalReference['name']): Permission | undefined => {
  switch (name) {
    case 'Bun':
      return bunPermission
    case 'process.env':
      return environmentPermission
    case 'import.meta.env':
      return consoleEnvironmentPermission
    case 'JSON.parse':
      return jsonPermission
    case 'fetch':
    case 'clock':
    case 'randomness':
      return undefined
  }
}

const checkGlobal = (file: SourceFile, { name }: GlobalReference): string | undefined => {
  if (file.isTest) return undefined
  if (file.place.layer.neverGlobals?.includes(name) === true) return `${name}: ${file.place.name} gets it as an argument`
  const permission = permissionFor(name)
  if (permission === undefined || isPermitted(permission, file.path)) return undefined
  if (name === 'import.meta.env' && isPermitted(environmentPermission, file.path)) return undefined
  if (name === 'JSON.parse')
    return `${name}: a text that may be broken is read by parseJson of ${permission.folders.slice(0, 3).join(', ')}`
  return `${name}: ${permission.what} is used in ${permission.folders.join(', ')} and tests only`
}

/** A line that says why the source cannot be read, if it cannot. */
const readReferences = (path: string, source: string): References | string => {
  try {
    return findReferences(source, path)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const checkFile = (path: string, source: string): readonly string[] => {
  const place = placeOf(path)
  if (place === undefined) return [`${path}:1: belongs to no layer; tools/imports/layers.ts lists them`]
  const file: SourceFile = { path, place, isTest: isTestFile(path) }
  const references = readReferences(path, source)
  if (typeof references === 'string') return [references]
  const { imports, globals } = references
  const found = [
    ...imports.map((reference) => ({ line: reference.line, reason: checkImport(file, reference) })),
    ...globals.map((reference) => ({ line: reference.line, reason: checkGlobal(file, reference) })),
  ]
  return found.flatMap(({ line, reason }) => (reason === undefined ? [] : [`${path}:${line}: ${reason}`]))
}

/** Compares every source below `root` with the table of layers. */
export const checkImports = (root: string): ImportReport => {
  const paths = listSources(root, sourceFolders)
  const violations = paths.flatMap((path) => checkFile(path, readFileSync(join(root, path), 'utf8')))
  return { fileCount: paths.length, violations }
}
