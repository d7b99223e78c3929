import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fault, ok, warning, type Finding } from '../finding.ts'

const SUBJECT = 'disk'
const MB = 1_000_000
/** A write-ahead log of SQLite grows to 16 MB between checkpoints, and a migration may copy a table. */
const FULL_BYTES = 100 * MB
const LOW_BYTES = 1000 * MB
const LOW_FILES = 1000

export interface DiskReading {
  readonly path: string
  readonly freeBytes: number
  /** Undefined where the file system does not count files. */
  readonly freeFiles: number | undefined
}

const nearestExisting = (path: string): string => (existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path)))

export const readDisk = async (folder: string): Promise<DiskReading> => {
  const path = nearestExisting(folder)
  const { bavail, bsize, files, ffree } = await statfs(path)
  return { path, freeBytes: bavail * bsize, freeFiles: files === 0 ? undefined : ffree }
}

export const checkDisk = ({ path, freeBytes, freeFiles }: DiskReading): Finding => {
  const seen = `${Math.floor(freeBytes / MB)} MB free at ${path}`
  if (freeBytes < FULL_BYTES) return fault(SUBJECT, seen, 'free space or enlarge the disk now: on a full disk no request is served')
  if (freeBytes < LOW_BYTES) return warning(SUBJECT, seen, 'free space or enlarge the disk; rows of the log can be deleted in the console')
  if (freeFiles !== undefined && freeFiles < LOW_FILES)
    return warning(SUBJECT, `room for ${freeFiles} more files at ${path}`, 'delete files that are not needed')
  return ok(SUBJECT, seen)
}
