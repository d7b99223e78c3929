import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderProvidersPage } from './render.ts'

writeFileSync(join(import.meta.dirname, '../../docs/providers.md'), renderProvidersPage())
