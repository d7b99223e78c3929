import { resolve } from 'node:path'
import { findIdleTests } from './idle-tests/find.ts'

const found = findIdleTests(resolve(import.meta.dirname, '..'))
for (const line of found) console.error(line)
process.exitCode = found.length > 0 ? 1 : 0
