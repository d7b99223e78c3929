import { expect, it } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../apps/server/src/config.ts'
import { repository } from './bundle.ts'

interface Service {
  readonly environment: Readonly<Record<string, string>>
  readonly stop_grace_period?: string
}

const compose = Bun.YAML.parse(readFileSync(join(repository, 'compose.yaml'), 'utf8')) as {
  readonly services: { readonly weir: Service; readonly postgres: Service }
}
const { weir, postgres } = compose.services

const OPERATOR: Readonly<Record<string, string>> = { POSTGRES_PASSWORD: 'p'.repeat(32), SESSION_SECRET: 's'.repeat(32) }

/** As compose puts the operator's values in: `${NAME:?words}` must be given, `${NAME:-}` may be absent. */
const filledIn = (environment: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):[^}]*\}/g, (_, given: string) => OPERATOR[given] ?? ''),
    ]),
  )

it('starts the server with variables that it takes, on the database and the Redis of the file', () => {
  const config = readConfig(filledIn(weir.environment))
  expect(config.dsn).toBe('postgres://weir:pppppppppppppppppppppppppppppppp@postgres:5432/weir')
  expect([config.redisUrl, config.dataDir, config.port]).toEqual(['redis://redis:6379', '/data', 3000])
  expect(filledIn(postgres.environment)).toEqual({ POSTGRES_USER: 'weir', POSTGRES_DB: 'weir', POSTGRES_PASSWORD: 'p'.repeat(32) })
})

it('waits for the running requests at the end, and longer than they may take', () => {
  expect(Number(/^(\d+)s$/.exec(weir.stop_grace_period ?? '')?.[1])).toBeGreaterThan(120 + 15)
})
