import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { repository } from './release/bundle.ts'
import { notesOf } from './release/notes.ts'

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error('usage: bun tools/release-notes.ts <version>')
if (version !== manifest.version) throw new Error(`the tag says ${version} and package.json ${manifest.version}: change one of them`)
const notes = notesOf(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8'), version)
if (notes === undefined) throw new Error(`CHANGELOG.md has nothing under [${version}]: say there what changed`)
process.stdout.write(`${notes}\n`)
