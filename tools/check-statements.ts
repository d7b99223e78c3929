import { resolve } from 'node:path'
import { checkStatements } from './statements/check.ts'

const found = checkStatements(resolve(process.argv[2] ?? `${import.meta.dirname}/..`))
for (const line of found) console.error(line)
process.exitCode = found.length > 0 ? 1 : 0
