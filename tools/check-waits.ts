import { resolve } from 'node:path'
import { findWaits } from './waits/find.ts'

const found = findWaits(resolve(import.meta.dirname, '..'), ['tools', 'e2e'])
for (const line of found) console.error(line)
process.exitCode = found.length > 0 ? 1 : 0
