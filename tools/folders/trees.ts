import { listSources } from '../source-files.ts'

export interface Tree {
  readonly folder: string
  readonly files: readonly string[]
}

const treeOf = (path: string): string | undefined => /^(?:(?:apps|packages)\/[^/]+\/src|tools|e2e|bench)(?=\/)/.exec(path)?.[0]

/** The sources of every package, and of the folders beside them, each as a tree of its own. */
export const listTrees = (root: string): readonly Tree[] => {
  const byTree = Map.groupBy(listSources(root, ['apps', 'packages', 'tools', 'e2e', 'bench']), treeOf)
  return [...byTree].flatMap(([folder, files]) => (folder === undefined ? [] : [{ folder, files }]))
}
