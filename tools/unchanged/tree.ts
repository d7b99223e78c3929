import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Tree = ReadonlyMap<string, Buffer>

const readPresent = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch (error) {
    // A file that was deleted is listed until the deletion is committed, and a link may lead to a folder.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')) return undefined
    throw error
  }
}

/** Every file of the working tree that git does not ignore; undefined where git knows no tree. */
export const readTree = (root: string): Tree | undefined => {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) return undefined
  const paths = stdout.split('\0').filter((path) => path !== '')
  return new Map(
    paths.toSorted().flatMap((path) => {
      const bytes = readPresent(join(root, path))
      return bytes === undefined ? [] : [[path, bytes] as const]
    }),
  )
}
