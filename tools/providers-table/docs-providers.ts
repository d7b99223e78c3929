import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderProvidersPage } from './render.ts'

const docs = join(import.meta.dirname, '../../docs')
writeFileSync(join(docs, 'providers.md'), renderProvidersPage('en'))
writeFileSync(join(docs, 'providers.zh-CN.md'), renderProvidersPage('zh'))
