import type { GlobalName } from './globals.ts'

export interface Layer {
  /** A star stands for one folder name, so that `providers/*` is a layer of its own for every provider. */
  readonly name: string
  readonly folder: string
  /** Layers beside itself. */
  readonly may: readonly string[]
  /** Layers that only the tests of this one may import as well. */
  readonly testsMay?: readonly string[]
  /** Layers of which only the types may be imported: the things themselves come as arguments. */
  readonly mayTypes?: readonly string[]
  /** Foreign modules; `any` leaves the choice to the workspace's package.json, which the dead-code gate compares with the sources. */
  readonly modules: 'any' | readonly string[]
  readonly neverModules?: readonly string[]
  readonly neverGlobals?: readonly GlobalName[]
}

/** What puts the server together. */
const serverRoot =
  'apps/server/src/{main,serve,commands,ledger-check,open-relay,open-admin,start-jobs,open-counters,open-external-services,open-core,simulate}.ts'

/** The kinds of failure of the store are values that the server must tell apart; everything else of it comes as an argument. */
const serverLayers = ['contract', 'relay', 'ledger', 'dialects', 'store/errors']

/** One subject of the server. Repositories, providers and the network come as arguments; HTTP is mounted by the composition root alone. */
const serverFolder = (name: string, may: readonly string[]): Layer => ({
  name: `server/${name}`,
  folder: `apps/server/src/${name}`,
  may: [...serverLayers, ...may.map((other) => `server/${other}`)],
  testsMay: ['server', 'server/*'],
  mayTypes: ['store'],
  modules: 'any',
  neverModules: ['hono'],
})

/** Who may import whom. The first folder that matches decides, so the narrower ones stand first. */
export const layers: readonly Layer[] = [
  { name: 'contract', folder: 'packages/contract', may: [], modules: ['zod'] },
  { name: 'dialects', folder: 'packages/dialects', may: [], modules: ['zod'], neverGlobals: ['fetch', 'clock'] },
  { name: 'ledger', folder: 'packages/ledger', may: [], modules: [], neverGlobals: ['clock'] },
  { name: 'relay', folder: 'packages/relay', may: ['dialects', 'ledger'], modules: [], neverGlobals: ['clock', 'randomness'] },
  {
    name: 'providers/kit',
    folder: 'packages/providers/src/kit',
    may: ['dialects', 'contract'],
    testsMay: ['providers', 'providers/*'],
    modules: [],
    neverGlobals: ['fetch', 'clock', 'randomness'],
  },
  {
    name: 'providers/*',
    folder: 'packages/providers/src/*',
    may: ['dialects', 'contract', 'providers/kit'],
    // Signing, hashing and checksums give the same result for the same input.
    modules: ['node:crypto', 'node:zlib'],
    neverGlobals: ['fetch', 'clock', 'randomness'],
  },
  { name: 'providers', folder: 'packages/providers', may: ['dialects', 'contract', 'providers/kit', 'providers/*'], modules: [] },
  { name: 'store/errors', folder: 'packages/store/src/errors.ts', may: [], modules: [] },
  { name: 'store', folder: 'packages/store', may: ['relay', 'ledger', 'contract', 'store/errors'], modules: 'any', neverModules: ['hono'] },
  {
    name: 'server/main',
    folder: serverRoot,
    may: ['*'],
    modules: 'any',
  },
  { ...serverFolder('config', ['net', 'process', 'telemetry']), folder: 'apps/server/src/config.ts' },
  serverFolder('net', []),
  serverFolder('process', ['config']),
  serverFolder('telemetry', []),
  serverFolder('settings', []),
  serverFolder('cluster', ['config', 'process']),
  serverFolder('jobs', ['process', 'settings']),
  serverFolder('mail', ['net', 'process', 'settings']),
  serverFolder('alerts', ['mail', 'net', 'process', 'settings']),
  serverFolder('relay', ['cluster', 'net', 'process', 'settings']),
  serverFolder('accounts', ['mail', 'net', 'process', 'settings']),
  serverFolder('channels', ['cluster', 'jobs', 'mail', 'process', 'settings']),
  serverFolder('prices', ['net', 'relay', 'settings']),
  serverFolder('reconcile', ['relay']),
  serverFolder('statistics', ['cluster', 'relay', 'settings']),
  {
    ...serverFolder('admin', ['accounts', 'alerts', 'channels', 'mail', 'net', 'prices', 'settings', 'statistics']),
    mayTypes: ['store', 'server/main'],
  },
  { ...serverFolder('demo', ['accounts', 'net', 'relay', 'settings']), testsMay: ['store'] },
  {
    ...serverFolder('import', []),
    may: [...serverLayers, 'store', 'server/channels', 'server/config', 'server/main', 'server/process', 'server/relay'],
  },
  { ...serverFolder('backup', []), may: [...serverLayers, 'store', 'server/config', 'server/main', 'server/process'] },
  {
    ...serverFolder('doctor', []),
    may: [
      ...serverLayers,
      'store',
      'server/backup',
      'server/config',
      'server/mail',
      'server/main',
      'server/net',
      'server/process',
      'server/settings',
    ],
  },
  {
    ...serverFolder('cli', []),
    may: [
      ...serverLayers,
      'server',
      'server/accounts',
      'server/admin',
      'server/backup',
      'server/channels',
      'server/cluster',
      'server/config',
      'server/doctor',
      'server/import',
      'server/main',
      'server/process',
      'server/relay',
      'server/settings',
      'server/statistics',
    ],
    testsMay: ['store', 'server/*'],
  },
  {
    ...serverFolder('http', ['accounts', 'admin', 'net', 'process', 'relay', 'statistics', 'telemetry']),
    testsMay: ['store', 'providers', 'server', 'server/*'],
    neverModules: [],
  },
  { name: 'server/mail-sink', folder: 'apps/server/src/testing/mail-sink.ts', may: [], modules: 'any' },
  {
    name: 'server',
    folder: 'apps/server',
    may: [...serverLayers, 'server/*'],
    testsMay: ['store', 'providers'],
    mayTypes: ['store'],
    modules: 'any',
    neverModules: ['hono'],
  },
  { name: 'console/features/*', folder: 'apps/console/src/features/*', may: ['contract', 'console/shared'], modules: 'any' },
  { name: 'console/shared', folder: 'apps/console/src/shared', may: ['contract'], modules: 'any' },
  { name: 'console/app', folder: 'apps/console/src/app', may: ['contract', 'console/shared', 'console/features/*'], modules: 'any' },
  { name: 'console', folder: 'apps/console', may: ['contract', 'console/app'], modules: 'any' },
  // Its subject is what the providers send, which it compares with the types of the vendors' clients.
  { name: 'e2e/vendor-types', folder: 'e2e/vendor-types', may: ['dialects', 'providers', 'providers/kit'], modules: 'any' },
  // The suites of the console serve it with the product's own headers, read its texts and catch the mail; one restarts a database.
  {
    name: 'e2e',
    folder: 'e2e',
    may: ['contract', 'server/http', 'server/mail-sink', 'console/shared', 'tools', 'tools/testing'],
    modules: 'any',
  },
  { name: 'bench', folder: 'bench', may: ['contract', 'store'], modules: 'any' },
  { name: 'tools/testing', folder: 'tools/testing', may: [], modules: ['node:*', 'bun:*'] },
  { name: 'tools', folder: 'tools', may: ['*'], modules: 'any' },
  { name: 'manifest', folder: 'package.json', may: [], modules: [] },
  // The one first file that runs in the server's own process.
  { name: 'bin/executable', folder: 'bin/executable.mjs', may: ['bin', 'server/main'], modules: [] },
  { name: 'bin', folder: 'bin', may: [], modules: ['node:*'] },
]

/** What the layers are too coarse for. Tests are free: they bring together what the product keeps apart. */
export interface Separation {
  readonly from: string
  readonly to: string
  /** Parts of `from` that may. */
  readonly except: readonly string[]
  readonly reason: string
}

export const separations: readonly Separation[] = [
  {
    from: 'packages/relay/src/stages',
    to: 'packages/relay/src/stages',
    except: [],
    reason: 'a stage never imports a stage; the relay calls them in order',
  },
  {
    from: 'apps/server/src',
    to: 'apps/server/src/http',
    except: [serverRoot, 'apps/server/src/http'],
    reason: 'only the files that put the server together import http',
  },
]

export interface Permission {
  readonly what: string
  readonly folders: readonly string[]
}

/** Tests, and the shared test code of the providers, may use the test runner and the file system. */
export const isTestFile = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.includes('/testing/') || path.startsWith('packages/providers/src/kit/conformance')

export const bunPermission: Permission = {
  what: 'Bun',
  folders: ['apps/server', 'packages/store', 'apps/console/scripts', 'tools', 'e2e', 'bench'],
}

export const environmentPermission: Permission = {
  what: 'the environment',
  folders: ['apps/server/src/config.ts', 'bin', 'tools', 'e2e', 'bench', 'apps/console/vite.config.ts'],
}

/** One place for each side that meets broken texts, and what reads its own texts. */
export const jsonPermission: Permission = {
  what: 'JSON.parse',
  folders: [
    'packages/dialects/src/json.ts',
    'packages/contract/src/values/json.ts',
    'apps/console/src/shared/browser/json.ts',
    // A record that the same program has written: a broken one is a bug, and its charge must not be lost in silence.
    'packages/store/src/metering/plan.ts',
    'bin',
    'tools',
    'e2e',
    'bench',
  ],
}

export const consoleEnvironmentPermission: Permission = {
  what: 'import.meta.env',
  folders: ['apps/console/src/shared/api/api-client.ts'],
}

const folderPattern = (folder: string): RegExp => {
  const source = folder
    .replaceAll('.', '\\.')
    .replaceAll('*', '([^/]+)')
    .replace(/\{([^}]+)\}/, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
  return new RegExp(`^${source}(?:/|$)`)
}

const patterns = layers.map((layer) => ({ layer, pattern: folderPattern(layer.folder) }))

/** Why the file must not import the other one, types included; undefined when it may. */
export const separationBetween = (from: string, to: string): string | undefined =>
  separations.find(
    (rule) =>
      folderPattern(rule.from).test(from) &&
      folderPattern(rule.to).test(to) &&
      !rule.except.some((exception) => folderPattern(exception).test(from)),
  )?.reason

export interface Place {
  readonly layer: Layer
  /** The layer's name with the star filled in: `providers/groq`. */
  readonly name: string
}

/** A star names a folder: a file beside the folders belongs to the wider layer. */
export const placeOf = (path: string): Place | undefined => {
  for (const { layer, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match === null) continue
    const folder = match[1]
    if (folder === undefined) return { layer, name: layer.name }
    if (match[0].endsWith('/')) return { layer, name: layer.name.replace('*', folder) }
  }
  return undefined
}

const matchesName = (pattern: string, name: string): boolean =>
  pattern === '*' || pattern === name || (pattern.endsWith('/*') && name.startsWith(pattern.slice(0, -1)))

export interface ImportKind {
  readonly isTest: boolean
  readonly isTypeOnly: boolean
}

export const mayImportPlace = (from: Place, to: Place, { isTest, isTypeOnly }: ImportKind): boolean => {
  const { may, testsMay = [], mayTypes = [] } = from.layer
  const allowed = [...may, ...(isTest ? ['tools/testing', ...testsMay] : []), ...(isTypeOnly ? mayTypes : [])]
  return from.name === to.name || allowed.some((pattern) => matchesName(pattern, to.name))
}

export const mayImportModule = (layer: Layer, module: string): boolean => {
  if (layer.neverModules?.includes(module) === true) return false
  return layer.modules === 'any' || layer.modules.some((allowed) => matchesModule(allowed, module))
}

const matchesModule = (allowed: string, module: string): boolean =>
  allowed.endsWith('*') ? module.startsWith(allowed.slice(0, -1)) : allowed === module

export const isPermitted = (permission: Permission, path: string): boolean =>
  permission.folders.some((folder) => path === folder || path.startsWith(`${folder}/`))

/** Who may import the thing, for the message of a violation. */
export const importersOf = (place: Place): readonly string[] =>
  layers.filter((layer) => layer.may.some((pattern) => matchesName(pattern, place.name))).map((layer) => layer.name)

export const importersOfModule = (module: string): readonly string[] =>
  layers.filter((layer) => mayImportModule(layer, module)).map((layer) => layer.name)
