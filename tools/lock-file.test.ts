import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  readonly resolved?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly engines?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

const isLockedPackages = (value: unknown): value is Readonly<Record<string, LockedPackage>> =>
  isObject(value) && Object.values(value).every(isObject)

const readLock = (): Readonly<Record<string, LockedPackage>> => {
  const lock: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
  if (!isObject(lock) || !isLockedPackages(lock['packages'])) throw new Error('package-lock.json lists no packages')
  return lock['packages']
}

const packages = readLock()

const runsOn = (name: string, cpu: string): boolean => {
  const found = packages[`node_modules/${name}`]
  if (found?.os?.includes('linux') !== true || found.cpu?.includes(cpu) !== true) return false
  return found.libc === undefined || found.libc.includes('glibc')
}

const nativeBuilds = (name: string): readonly string[] => Object.keys(packages[`node_modules/${name}`]?.optionalDependencies ?? {})

const isNative = (name: string): boolean => nativeBuilds(name).some((build) => runsOn(build, 'x64') || runsOn(build, 'arm64'))

it('records no download address, so that every registry serves it', () => {
  const addresses = Object.entries(packages).filter(([, { resolved }]) => resolved?.includes('://') === true)
  expect(addresses).toEqual([])
})

it('knows the native tools that install, build and tests need', () => {
  const names = Object.keys(packages).map((path) => path.replace('node_modules/', ''))
  const expected = ['bun', 'lightningcss', 'oxc-parser', 'oxc-resolver', 'oxfmt', 'oxlint', 'oxlint-tsgolint', 'rolldown', 'typescript']
  expect(names.filter(isNative)).toEqual(expect.arrayContaining(expected))
})

// npm leaves out a build that the registry does not have, and npm ci then refuses the lock file on a fresh machine.
it('holds every optional package that another one names', () => {
  const named = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  const held = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)))
  expect(named.filter((name) => !held.has(name))).toEqual([])
})

it.each(['x64', 'arm64'])('has a Linux build for %s of every native package', (cpu) => {
  const names = Object.keys(packages).map((path) => path.replace('node_modules/', ''))
  const lacking = names.filter((name) => isNative(name) && !nativeBuilds(name).some((build) => runsOn(build, cpu)))
  expect(lacking).toEqual([])
})

it('holds no package that refuses the oldest Node we promise', () => {
  const refusing = Object.entries(packages).filter(([, { engines }]) => !Bun.semver.satisfies('20.19.0', engines?.['node'] ?? '*'))
  expect(refusing.map(([path]) => path)).toEqual([])
})

it('marks every package that only builds or tests, so that an installation without them carries none', () => {
  const workspaces = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))
  const runtime = new Set(workspaces.flatMap(([, { dependencies = {} }]) => Object.keys(dependencies)))
  const development = workspaces.flatMap(([, { devDependencies = {} }]) => Object.keys(devDependencies))
  const only = development.filter((name) => !runtime.has(name))
  expect(only).toEqual(expect.arrayContaining(['fast-check', 'oidc-provider', 'openai', 'oxlint', 'playwright-core', 'typescript', 'vite']))
  const carried = only.filter((name) => {
    const { dev, devOptional } = packages[`node_modules/${name}`] ?? {}
    return dev !== true && devOptional !== true
  })
  expect(carried).toEqual([])
})
