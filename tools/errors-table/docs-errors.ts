import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withTables } from './tables.ts'

const page = join(import.meta.dirname, '../../docs/errors.zh-CN.md')
writeFileSync(page, withTables(readFileSync(page, 'utf8')))
