import { resolve } from 'node:path'
import { findCycles } from './folders/cycles.ts'
import { findOversized } from './folders/sizes.ts'

const root = resolve(process.argv[2] ?? `${import.meta.dirname}/..`)
const found = [...findCycles(root), ...findOversized(root)]

for (const line of found) console.error(line)
process.exitCode = found.length > 0 ? 1 : 0
