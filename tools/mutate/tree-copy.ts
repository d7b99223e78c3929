import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TreeCopy {
  readonly root: string
  readonly write: (path: string, source: string) => void
  readonly [Symbol.dispose]: () => void
}

const ownScope = '@weir'
const leftBehind = new Set(['node_modules', '.git', 'dist', 'data', '.cache'])

/**
 * The sources in a folder of their own. Foreign packages are linked; those of the project are linked anew, since a link to the original
 * `node_modules` would lead every import back to the sources that are not changed.
 */
export const copyTree = (from: string): TreeCopy => {
  const root = mkdtempSync(join(tmpdir(), 'weir-mutants-'))
  for (const entry of readdirSync(from)) {
    if (leftBehind.has(entry)) continue
    cpSync(join(from, entry), join(root, entry), {
      recursive: true,
      filter: (path) => !leftBehind.has(path.slice(path.lastIndexOf('/') + 1)),
    })
  }
  mkdirSync(join(root, 'node_modules', ownScope), { recursive: true })
  for (const entry of readdirSync(join(from, 'node_modules'))) {
    if (entry !== ownScope) symlinkSync(join(from, 'node_modules', entry), join(root, 'node_modules', entry))
  }
  for (const entry of readdirSync(join(from, 'node_modules', ownScope))) {
    symlinkSync(readlinkSync(join(from, 'node_modules', ownScope, entry)), join(root, 'node_modules', ownScope, entry))
  }
  return {
    root,
    write: (path, source) => writeFileSync(join(root, path), source),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}
