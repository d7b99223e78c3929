import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTestFile } from '../imports/layers.ts'
import { ownPath } from '../imports/own-path.ts'
import { findImports } from '../imports/references.ts'
import { components } from './components.ts'
import { listTrees } from './trees.ts'

interface FileImport {
  readonly from: string
  readonly to: string
}

/** Tests are left out: they may bring together what the product keeps apart. Types count: a folder that needs them cannot stand alone. */
const importsOf = (root: string, path: string): readonly FileImport[] =>
  isTestFile(path)
    ? []
    : findImports(readFileSync(join(root, path), 'utf8'), path).flatMap(({ specifier }) => {
        const to = specifier === undefined ? undefined : ownPath(path, specifier)
        return to === undefined ? [] : [{ from: path, to }]
      })

const foldersAbove = (path: string, tree: string): readonly string[] => {
  const names = path
    .slice(tree.length + 1)
    .split('/')
    .slice(0, -1)
  return [tree, ...names.map((_, at) => `${tree}/${names.slice(0, at + 1).join('/')}`)]
}

/** What of `path` stands directly in `folder`: a folder with a slash at its end, or a file; undefined when it stands elsewhere. */
const childIn = (folder: string, path: string): string | undefined => {
  if (!path.startsWith(`${folder}/`)) return undefined
  const [name = '', ...rest] = path.slice(folder.length + 1).split('/')
  return rest.length > 0 ? `${name}/` : name
}

const isFolder = (child: string): boolean => child.endsWith('/')

interface ChildImport extends FileImport {
  readonly fromChild: string
  readonly toChild: string
}

const importsBetween = (folder: string, imports: readonly FileImport[]): readonly ChildImport[] =>
  imports.flatMap((edge) => {
    const [fromChild, toChild] = [childIn(folder, edge.from), childIn(folder, edge.to)]
    return fromChild === undefined || toChild === undefined || fromChild === toChild ? [] : [{ ...edge, fromChild, toChild }]
  })

/** One import for each direction, so that a reader sees where to cut. */
const exampleOf = (folder: string, edges: readonly ChildImport[]): string => {
  const byPair = new Map(edges.toReversed().map((edge) => [`${edge.fromChild} ${edge.toChild}`, edge]))
  const relative = (path: string): string => path.slice(folder.length + 1)
  return [...byPair.values()]
    .map(({ from, to }) => `${relative(from)} → ${relative(to)}`)
    .toSorted()
    .join(', ')
}

const cyclesIn = (folder: string, imports: readonly FileImport[]): readonly string[] => {
  const edges = importsBetween(folder, imports)
  const graph = Map.groupBy(edges, ({ fromChild }) => fromChild)
  const targets = new Map([...graph].map(([child, some]) => [child, new Set(some.map(({ toChild }) => toChild))]))
  return components(targets)
    .filter((members) => members.filter(isFolder).length > 1)
    .map((members) => {
      const inside = edges.filter(({ fromChild, toChild }) => members.includes(fromChild) && members.includes(toChild))
      const names = members.filter(isFolder).map((name) => name.slice(0, -1))
      return `${folder}: ${names.toSorted().join(', ')} import one another: ${exampleOf(folder, inside)}`
    })
}

const fileCyclesIn = (tree: string, imports: readonly FileImport[]): readonly string[] => {
  const graph = Map.groupBy(imports, ({ from }) => from)
  const targets = new Map([...graph].map(([path, some]) => [path, new Set(some.map(({ to }) => to))]))
  return components(targets).map((members) => {
    const names = members.map((path) => path.slice(tree.length + 1)).toSorted()
    return `${tree}: the files ${names.join(', ')} import one another`
  })
}

/** Files, and sibling folders at any depth, that import one another, be it through others. */
export const findCycles = (root: string): readonly string[] =>
  listTrees(root).flatMap(({ folder: tree, files }) => {
    const imports = files.flatMap((path) => importsOf(root, path)).filter(({ to }) => to.startsWith(`${tree}/`))
    const folders = new Set(files.flatMap((path) => foldersAbove(path, tree)))
    return [...[...folders].toSorted().flatMap((folder) => cyclesIn(folder, imports)), ...fileCyclesIn(tree, imports)]
  })
