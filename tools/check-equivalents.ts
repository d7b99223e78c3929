import { resolve } from 'node:path'
import { checkEquivalents } from './mutate/check-equivalents.ts'

const found = checkEquivalents(resolve(import.meta.dirname, '..'))
for (const line of found) console.error(line)
process.exitCode = found.length > 0 ? 1 : 0
