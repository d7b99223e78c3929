import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderWiresPage } from './render.ts'

const docs = join(import.meta.dirname, '../../docs')
writeFileSync(join(docs, 'wires.md'), renderWiresPage('en'))
writeFileSync(join(docs, 'wires.zh-CN.md'), renderWiresPage('zh'))
