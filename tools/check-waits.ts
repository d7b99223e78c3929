import { resolve } from 'node:path'
import { sourceFolders } from './source-files.ts'
import { findWaits } from './waits/find.ts'

const found = findWaits(resolve(import.meta.dirname, '..'), sourceFolders)
for (const line of found) console.error(line)
process.exitCode = found.length > 0 ? 1 : 0
