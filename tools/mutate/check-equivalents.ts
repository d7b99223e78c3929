import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findStaleEquivalents, readEquivalents } from './equivalent.ts'
import { findMutants, isPlanted, readEnumerations } from './find-mutants.ts'

/** Entries of the list of equivalent changes that no longer hold. Only the sources that it names are read. */
export const checkEquivalents = (root: string): readonly string[] => {
  const list = readEquivalents(root)
  const enumerations = readEnumerations(root)
  const paths = [...new Set(list.map(({ path }) => path))].filter((path) => isPlanted(path) && existsSync(join(root, path)))
  return findStaleEquivalents(
    paths.flatMap((path) => findMutants(root, path, enumerations)),
    list,
  )
}
