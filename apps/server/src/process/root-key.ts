import { hkdfSync } from 'node:crypto'
import type { Config } from '../config.ts'
import { BadKeyFile, createKeyFile, readKeyFile } from './files/key-file.ts'
import { unreadableBecause } from './files/unreadable.ts'

const KEY_BYTES = 32

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const isPresent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

export type KeySource = Pick<Config, 'sessionSecret' | 'nextSessionSecret' | 'secretKeyFile'>

export interface RootKeys {
  readonly rootKey: Uint8Array
  /** While the root key is replaced. Which of them is the next one, the database knows. */
  readonly otherRootKeys: readonly Uint8Array[]
}

export const allOf = ({ rootKey, otherRootKeys }: RootKeys): readonly Uint8Array[] => [rootKey, ...otherRootKeys]

const keyOfSecret = (secret: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', 'weir root key', KEY_BYTES))

/** The keys of a database that exists: a new one could not open it. */
export const readRootKeys = async (config: KeySource): Promise<RootKeys> => {
  if (config.sessionSecret === '' && unreadableBecause(config.secretKeyFile) === 'missing') {
    throw new BadKeyFile(`the key file ${config.secretKeyFile} is missing: restore it from your backup, or set SECRET_KEY_FILE`)
  }
  return await loadRootKeys(config)
}

/** Everything stored in secret depends on this key. It comes from SESSION_SECRET when nodes share one, else from a file of its own. */
export const loadRootKeys = async ({ sessionSecret, nextSessionSecret, secretKeyFile: file }: KeySource): Promise<RootKeys> => {
  if (sessionSecret !== '') {
    return { rootKey: keyOfSecret(sessionSecret), otherRootKeys: nextSessionSecret === '' ? [] : [keyOfSecret(nextSessionSecret)] }
  }
  const keys = await readKeyFile(file).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error
    await createKeyFile(file).catch((reason: unknown) => {
      if (!isPresent(reason)) throw reason
    })
    return await readKeyFile(file)
  })
  const [rootKey, ...otherRootKeys] = keys
  if (rootKey === undefined) throw new BadKeyFile(`the key file ${file} is empty: restore it from your backup`)
  return { rootKey, otherRootKeys }
}
