import { resolve } from 'node:path'
import { findDuplicates } from './duplicates/find.ts'

const root = resolve(process.argv[2] ?? `${import.meta.dirname}/../packages/providers`)
const { folderCount, copies } = findDuplicates(root)

for (const { left, right, lines } of copies) console.error(`${left} and ${right}: ${lines} equal lines; move them to kit`)
console.log(`${folderCount} providers, ${copies.length} copies`)
process.exitCode = copies.length > 0 ? 1 : 0
