import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderWiresPage } from './render.ts'

writeFileSync(join(import.meta.dirname, '../../docs/wires.md'), renderWiresPage())
