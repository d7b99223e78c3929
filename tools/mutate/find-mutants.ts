import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTestFile } from '../imports/layers.ts'
import { listSources } from '../source-files.ts'
import { areaOf } from './areas.ts'
import { findStyleChanges } from './css-rules.ts'
import { toMutant, type Mutant } from './mutant.ts'
import { findChanges, findEnumerations, type Enumerations } from './rules.ts'

export const isPlanted = (path: string): boolean =>
  areaOf(path) !== undefined && !isTestFile(path) && !/\/(?:harness|fixtures|demo|pairs)\b|\.d\.ts$/.test(path)

export const readEnumerations = (root: string): Enumerations =>
  findEnumerations(
    listSources(root, ['packages'])
      .filter((path) => path.startsWith('packages/contract/'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

/** Everything that can be planted in one source or style sheet. */
export const findMutants = (root: string, path: string, enumerations: Enumerations): readonly Mutant[] => {
  const source = readFileSync(join(root, path), 'utf8')
  const changes = path.endsWith('.css') ? findStyleChanges(source) : findChanges(path, source, enumerations)
  return changes.map((change) => toMutant(change, { area: areaOf(path) ?? '', path, source }))
}
