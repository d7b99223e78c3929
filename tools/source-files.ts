import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const skippedFolders = new Set(['node_modules', 'dist', 'fixtures', 'data', 'public'])
const isSource = (name: string): boolean => /\.(?:ts|tsx|mts|mjs|js)$/.test(name)

/** Paths of all sources below the given folders of `root`, relative to it, sorted; a folder that does not exist holds none. */
export const listSources = (root: string, folders: readonly string[]): readonly string[] => {
  const found: string[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory() && !skippedFolders.has(entry.name) && !entry.name.startsWith('.')) visit(path)
      if (entry.isFile() && isSource(entry.name)) found.push(path)
    }
  }
  const present = new Set(readdirSync(root))
  for (const folder of folders) if (present.has(folder)) visit(folder)
  return found.toSorted()
}

export const sourceFolders = ['packages', 'apps', 'e2e', 'bench', 'tools', 'bin'] as const
