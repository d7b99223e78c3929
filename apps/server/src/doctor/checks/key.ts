import { stat } from 'node:fs/promises'
import { BadKeyFile, readKeyFile } from '../../process/files/key-file.ts'
import { allOf, loadRootKeys, type KeySource } from '../../process/root-key.ts'
import { fault, ok, reasonOf, warning, type Finding } from '../finding.ts'

const SUBJECT = 'root key'
const OTHERS = 0o077

/** What reading the root key came to. */
export type KeyReading =
  | { readonly kind: 'secret' | 'file'; readonly keys: readonly Uint8Array[] }
  | { readonly kind: 'missing' | 'open-to-others' | 'broken' }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** Never makes a key: a new one opens nothing. */
export const readKey = async (config: KeySource): Promise<KeyReading> => {
  if (config.sessionSecret !== '') return { kind: 'secret', keys: allOf(await loadRootKeys(config)) }
  try {
    const { mode } = await stat(config.secretKeyFile)
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) return { kind: 'open-to-others' }
    return { kind: 'file', keys: await readKeyFile(config.secretKeyFile) }
  } catch (error) {
    if (error instanceof BadKeyFile) return { kind: 'broken' }
    const reason = reasonOf(error)
    return reason === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', reason }
  }
}

export const keysOf = (reading: KeyReading): readonly Uint8Array[] => ('keys' in reading ? reading.keys : [])

const describeKeys = (place: string, keys: readonly Uint8Array[]): Finding =>
  keys.length > 1
    ? warning(SUBJECT, `${place} holds two keys: a replacement is under way`, 'run weir rotate-key to end it')
    : ok(SUBJECT, place)

export const checkKey = (reading: KeyReading, { file, hasData }: { readonly file: string; readonly hasData: boolean }): Finding => {
  switch (reading.kind) {
    case 'secret':
      return describeKeys('SESSION_SECRET', reading.keys)
    case 'file':
      return describeKeys(file, reading.keys)
    case 'missing':
      return hasData
        ? fault(
            SUBJECT,
            `there is no key file ${file}`,
            'restore it from your backup, or set SECRET_KEY_FILE or SESSION_SECRET as the server has it',
          )
        : ok(SUBJECT, `there is no key file ${file} yet; the first start makes it`)
    case 'open-to-others':
      return fault(SUBJECT, `${file} can be read by others, and the server will not start`, `run: chmod 600 ${file}`)
    case 'broken':
      return fault(SUBJECT, `${file} does not hold a key of 64 hexadecimal characters`, 'restore it from your backup')
    case 'unreadable':
      return fault(SUBJECT, `${file} cannot be read (${reading.reason})`, 'run this command with the account of the server')
  }
}
