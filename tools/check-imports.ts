import { resolve } from 'node:path'
import { checkImports } from './imports/check.ts'

const root = resolve(process.argv[2] ?? `${import.meta.dirname}/..`)
const { fileCount, violations } = checkImports(root)

for (const violation of violations) console.error(violation)
if (fileCount === 0) console.error(`No source files found below ${root}`)
console.log(`${fileCount} files, ${violations.length} violations`)
process.exitCode = fileCount === 0 || violations.length > 0 ? 1 : 0
