import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'

const KEY_BYTES = 32

/** The key file is there but cannot be used. The message is one line for the operator. */
export class BadKeyFile extends Error {
  override readonly name = 'BadKeyFile'
}

const parseKey = (text: string, file: string): Uint8Array => {
  const hex = text.trim()
  if (!/^[0-9a-f]{64}$/.test(hex)) {
    throw new BadKeyFile(`the key file ${file} does not hold a key: expected 64 hexadecimal characters. Restore it from your backup`)
  }
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}

/** Exclusive creation: of two first starts at once, one writes the key and the other reads it. */
const createKey = async (file: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString('hex')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const isPresent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

const refuseReadableByOthers = async (file: string): Promise<void> => {
  const { mode } = await stat(file)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new BadKeyFile(`the key file ${file} can be read by others: run chmod 600 on it`)
  }
}

type KeySource = Pick<Config, 'sessionSecret' | 'secretKeyFile'>

/** The key of a database that exists: a new one could not open it. */
export const readRootKey = async (config: KeySource): Promise<Uint8Array> => {
  if (config.sessionSecret === '' && !existsSync(config.secretKeyFile)) {
    throw new BadKeyFile(`the key file ${config.secretKeyFile} is missing: restore it from your backup, or set SECRET_KEY_FILE`)
  }
  return await loadRootKey(config)
}

/** Everything stored in secret depends on this key. It comes from SESSION_SECRET when nodes share one, else from a file of its own. */
export const loadRootKey = async (config: KeySource): Promise<Uint8Array> => {
  if (config.sessionSecret !== '') {
    return new Uint8Array(hkdfSync('sha256', config.sessionSecret, '', 'weir root key', KEY_BYTES))
  }
  const file = config.secretKeyFile
  try {
    await refuseReadableByOthers(file)
  } catch (error) {
    if (!isMissing(error)) throw error
    await createKey(file).catch((reason: unknown) => {
      if (!isPresent(reason)) throw reason
    })
  }
  return parseKey(await readFile(file, 'utf8'), file)
}
