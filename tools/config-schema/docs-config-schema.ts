import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configSchema } from '../../apps/server/src/cli/config/schema.ts'

/** Writes docs/config.schema.json. */
writeFileSync(join(import.meta.dirname, '../../docs/config.schema.json'), configSchema())
