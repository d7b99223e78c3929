import { afterEach, describe, expect, it } from 'bun:test'
import { join } from 'node:path'
import { plantTree, removePlanted } from '../testing/plant-tree.ts'
import { checkImports } from './check.ts'
import { layers, placeOf, separations } from './layers.ts'

afterEach(removePlanted)

const violationsOf = (path: string, source: string): readonly string[] => checkImports(plantTree({ [path]: source })).violations

const forbidden: readonly (readonly [layer: string, path: string, source: string])[] = [
  ['contract', 'packages/contract/src/a.ts', "import '@weir/ledger/quota'"],
  ['contract', 'packages/contract/src/a.ts', "import { Hono } from 'hono'"],
  ['dialects', 'packages/dialects/src/a.ts', "import type { Token } from '@weir/contract/token'"],
  ['dialects', 'packages/dialects/src/a.ts', "await fetch('https://example.com')"],
  ['dialects', 'packages/dialects/src/a.ts', 'Date.now()'],
  ['ledger', 'packages/ledger/src/a.ts', "import { z } from 'zod'"],
  ['ledger', 'packages/ledger/src/a.ts', 'new Date()'],
  ['relay', 'packages/relay/src/a.ts', "import '@weir/providers'"],
  ['relay', 'packages/relay/src/a.ts', "export * from '../../store/src/schema.ts'"],
  ['relay', 'packages/relay/src/a.ts', "import 'kysely'"],
  ['relay', 'packages/relay/src/a.ts', 'process.env.PORT'],
  ['relay', 'packages/relay/src/a.ts', 'Math.random()'],
  ['providers/kit', 'packages/providers/src/kit/a.ts', "import '../groq/index.ts'"],
  ['providers/*', 'packages/providers/src/groq/index.ts', "import '../anthropic/wire.ts'"],
  ['providers/*', 'packages/providers/src/groq/index.ts', "import '@weir/relay/ports'"],
  ['providers/*', 'packages/providers/src/groq/index.ts', "fetch('https://example.com')"],
  ['providers/*', 'packages/providers/src/groq/index.ts', 'crypto.randomUUID()'],
  ['providers', 'packages/providers/src/index.ts', "import '@weir/relay/ports'"],
  ['store', 'packages/store/src/a.ts', "import 'hono/cookie'"],
  ['store', 'packages/store/src/a.ts', "import '@weir/providers/index'"],
  ['store/errors', 'packages/store/src/errors.ts', "import 'kysely'"],
  ['server/http', 'apps/server/src/http/a.ts', "import '@weir/store/schema'"],
  ['server/admin', 'apps/server/src/admin/a.ts', "import { openStore } from '@weir/store/open-store'"],
  ['server/admin', 'apps/server/src/admin/a.ts', "import type { Provider } from '@weir/providers'"],
  ['server/admin', 'apps/server/src/admin/a.ts', "import type { Mount } from '../http/api/mount.ts'"],
  ['server/accounts', 'apps/server/src/accounts/a.ts', "import '../admin/users.ts'"],
  ['server/backup', 'apps/server/src/backup/a.ts', "import '../http/server.ts'"],
  ['server/channels', 'apps/server/src/channels/a.ts', "await import('@weir/store/store')"],
  ['server/alerts', 'apps/server/src/alerts/a.ts', "import '../channels/channel-health.ts'"],
  ['server/cluster', 'apps/server/src/cluster/a.ts', "import '../relay/relay-ports.ts'"],
  ['server/config', 'apps/server/src/config.ts', "import './relay/prices.ts'"],
  ['server/demo', 'apps/server/src/demo/a.ts', "import '../http/server.ts'"],
  ['server/cli', 'apps/server/src/cli/a.ts', "import '../http/server.ts'"],
  ['server/doctor', 'apps/server/src/doctor/a.ts', "import '../http/server.ts'"],
  ['server/import', 'apps/server/src/import/a.ts', "import '../http/server.ts'"],
  ['server/jobs', 'apps/server/src/jobs/a.ts', "import 'hono'"],
  ['server/mail', 'apps/server/src/mail/a.ts', "import '../accounts/passwords.ts'"],
  ['server/net', 'apps/server/src/net/a.ts', "import '../process/log.ts'"],
  ['server/prices', 'apps/server/src/prices/a.ts', "import '../channels/channel-health.ts'"],
  ['server/reconcile', 'apps/server/src/reconcile/a.ts', "import '../prices/price-lists.ts'"],
  ['server/process', 'apps/server/src/process/a.ts', "import '../net/ip-address.ts'"],
  ['server/relay', 'apps/server/src/relay/a.ts', "import '../channels/channel-health.ts'"],
  ['server/settings', 'apps/server/src/settings/a.ts', "import '../mail/mailer.ts'"],
  ['server/telemetry', 'apps/server/src/telemetry/a.ts', "import '../http/server.ts'"],
  ['server/statistics', 'apps/server/src/statistics/a.ts', "import '../http/server.ts'"],
  ['server/mail-sink', 'apps/server/src/testing/mail-sink.ts', "import '../mail/mailer.ts'"],
  ['server', 'apps/server/src/a.ts', "import 'hono'"],
  ['console/features/*', 'apps/console/src/features/tokens/a.tsx', "import '../users/list.tsx'"],
  ['console/features/*', 'apps/console/src/features/tokens/a.tsx', "import '../../app/paths.ts'"],
  ['console/features/*', 'apps/console/src/features/tokens/a.tsx', "import '@weir/ledger/quota'"],
  ['console/shared', 'apps/console/src/shared/a.ts', "import '../features/users/list.tsx'"],
  ['console/app', 'apps/console/src/app/a.tsx', "import '@weir/dialects/model/call'"],
  ['console', 'apps/console/src/a.tsx', "import '@weir/relay/relay'"],
  ['e2e/vendor-types', 'e2e/vendor-types/a.ts', "import '../harness/weir.ts'"],
  ['e2e', 'e2e/relay/a.ts', "import '@weir/store/schema'"],
  ['bench', 'bench/a.ts', "import '../packages/relay/src/relay.ts'"],
  ['tools/testing', 'tools/testing/a.ts', "import '../gates/gates.ts'"],
  ['bin/executable', 'bin/executable.mjs', "import '@weir/store/open-store'"],
  ['bin', 'bin/weir.mjs', "import 'bun'"],
]

describe('a planted violation', () => {
  it.each(forbidden)('of %s in %s is reported: %s', (layer, path, source) => {
    const [place, violations] = [placeOf(path), violationsOf(path, `\n${source}\n`)]
    expect(place?.layer.name).toBe(layer)
    expect(violations).toHaveLength(1)
    expect(violations[0]).toStartWith(`${path}:2: `)
  })

  it('exists for every row of the table that forbids anything', () => {
    const limited = layers.filter((layer) => !layer.may.includes('*') && layer.name !== 'manifest').map((layer) => layer.name)
    expect(new Set(forbidden.map(([layer]) => layer))).toEqual(new Set(limited))
  })

  it('says what is imported, why not and who may', () => {
    expect(violationsOf('packages/providers/src/groq/index.ts', "import '../anthropic/wire.ts'")).toEqual([
      'packages/providers/src/groq/index.ts:1: ../anthropic/wire.ts: providers/groq must not import providers/anthropic; only providers, server/main, tools may',
    ])
  })
})

describe('a separation inside a layer', () => {
  const planted: readonly (readonly [from: string, path: string, source: string])[] = [
    ['packages/relay/src/stages', 'packages/relay/src/stages/admit.ts', "import { route } from './route.ts'"],
    ['packages/relay/src/stages', 'packages/relay/src/stages/admit.ts', "import type { Route } from '@weir/relay/stages/route'"],
    ['apps/server/src', 'apps/server/src/routes.ts', "import { serve } from './http/server.ts'"],
    ['apps/server/src', 'apps/server/src/routes.ts', "import type { Route } from './http/route.ts'"],
  ]

  it.each(planted)('of %s reports %s: %s', (from, path, source) => {
    const reason = separations.find((rule) => rule.from === from)?.reason ?? 'no such rule'
    const violations = violationsOf(path, source)
    expect(violations).toHaveLength(1)
    expect(violations[0]).toEndWith(reason)
  })

  it('is planted for every rule', () => {
    expect(new Set(planted.map(([from]) => from))).toEqual(new Set(separations.map(({ from }) => from)))
  })

  it.each([
    ['packages/relay/src/relay.ts', "import './stages/admit.ts'"],
    ['packages/relay/src/stages/admit.ts', "import '../ports.ts'"],
    ['apps/server/src/serve.ts', "import './http/server.ts'"],
    ['apps/server/src/http/mount.ts', "import './session.ts'"],
    ['apps/server/src/admin/tokens.test.ts', "import '../http/server.ts'"],
    ['packages/relay/src/stages/admit.test.ts', "import './admit.ts'\nimport './route.ts'"],
  ])('lets %s import: %s', (path, source) => {
    expect(violationsOf(path, source)).toEqual([])
  })
})

describe('what the table allows', () => {
  it.each([
    ['packages/contract/src/a.ts', "import { z } from 'zod'"],
    ['packages/relay/src/a.ts', "import '@weir/ledger/quota'\nimport './ports.ts'"],
    ['packages/providers/src/groq/index.ts', "import '../kit/define.ts'\nimport '@weir/dialects/model/call'"],
    ['packages/providers/src/index.ts', "import './groq/index.ts'"],
    ['packages/providers/src/kit/conformance.test.ts', "import { providers } from '../index.ts'"],
    ['packages/store/src/a.ts', "import { Database } from 'bun:sqlite'\nimport '@weir/relay/ports'"],
    ['apps/server/src/main.ts', "import '@weir/store/open'\nimport '@weir/providers'\nimport './http/server.ts'\nimport 'hono'"],
    ['apps/server/src/serve.ts', "import manifest from '../../../package.json' with { type: 'json' }\nimport '@weir/store/open-store'"],
    ['apps/server/src/accounts/a.ts', "import type { Users } from '@weir/store/repositories/users'"],
    ['apps/server/src/admin/a.ts', "import { DuplicateRow } from '@weir/store/errors'"],
    ['apps/server/src/http/a.ts', "import { StoreUnavailable } from '@weir/store/errors'"],
    ['apps/server/src/process/start-error.ts', "import { WrongKey } from '@weir/store/errors'"],
    ['apps/server/src/config.ts', 'process.env.PORT'],
    ['apps/server/src/http/server.ts', "import 'hono'\nBun.serve({})"],
    ['apps/console/src/app/router.tsx', "import '../features/tokens/page.tsx'"],
    ['apps/console/src/features/tokens/page.tsx', "import '../../shared/session/auth-session.ts'\nimport './row.tsx'"],
    ['apps/console/src/shared/api/api-client.ts', 'import.meta.env.DEV'],
    ['packages/ledger/src/a.test.ts', "import '../../../tools/testing/eventually.ts'"],
    ['packages/ledger/src/a.test.ts', "import { it } from 'bun:test'\nprocess.env.CI\nDate.now()"],
  ])('passes in %s', (path, source) => {
    expect(violationsOf(path, source)).toEqual([])
  })
})

describe('Bun and the environment', () => {
  it.each([
    ['packages/relay/src/a.ts', 'Bun.sleep(1)'],
    ['apps/console/src/shared/a.ts', "import { file } from 'bun'"],
    ['packages/contract/src/a.ts', "import { Database } from 'bun:sqlite'"],
    ['apps/server/src/http/a.ts', 'Bun.env.PORT'],
    ['apps/server/src/main.ts', 'process.env.PORT'],
    ['packages/store/src/a.ts', "import { env } from 'node:process'"],
    ['apps/console/src/features/tokens/a.ts', 'import.meta.env.DEV'],
  ])('stay out of %s: %s', (path, source) => {
    expect(violationsOf(path, source)).toHaveLength(1)
  })
})

describe('JSON.parse', () => {
  it.each(['packages/contract/src/a.ts', 'packages/store/src/a.ts', 'apps/server/src/admin/a.ts', 'apps/console/src/features/tokens/a.ts'])(
    'stays out of %s',
    (path) => {
      expect(violationsOf(path, 'JSON.parse(text)')).toEqual([
        expect.stringContaining(`${path}:1: JSON.parse: a text that may be broken is read by parseJson of`),
      ])
    },
  )

  it.each(['packages/dialects/src/json.ts', 'packages/contract/src/values/json.ts', 'apps/server/src/admin/a.test.ts', 'bench/load.ts'])(
    'passes in %s',
    (path) => {
      expect(violationsOf(path, 'JSON.parse(text)')).toEqual([])
    },
  )
})

it('asks for the file extension in relative imports', () => {
  expect(violationsOf('packages/ledger/src/a.ts', "import './quota'")[0]).toContain('extension')
})

it('reports a file that belongs to no layer', () => {
  expect(violationsOf('packages/surprise/src/a.ts', '')[0]).toContain('belongs to no layer')
})

it('reports a source that cannot be read, with its line', () => {
  const [violation, ...more] = violationsOf('packages/ledger/src/a.ts', '\nconst = 1')
  expect(violation).toStartWith('packages/ledger/src/a.ts:2: ')
  expect(more).toEqual([])
})

it('sees no files in an empty tree', () => {
  expect(checkImports(plantTree({ 'README.md': '' }))).toEqual({ fileCount: 0, violations: [] })
})

it('fails as a command on an empty tree and on a violation', () => {
  const run = (root: string): number => Bun.spawnSync([process.execPath, join(import.meta.dirname, '../check-imports.ts'), root]).exitCode
  expect(run(plantTree({ 'README.md': '' }))).toBe(1)
  expect(run(plantTree({ 'packages/ledger/src/a.ts': "import 'zod'" }))).toBe(1)
  expect(run(plantTree({ 'packages/ledger/src/a.ts': 'export const one = 1' }))).toBe(0)
})
