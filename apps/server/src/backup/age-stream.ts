import type { Decrypter } from 'age-encryption'
import { BadDump } from '@weir/store/dump/bad-dump'
import { CommandError, readGivenText } from '../commands.ts'

/** How a file of the program age begins. */
export const AGE_BEGINNING = 'age-encryption.org/v1\n'

const IDENTITY = 'AGE-SECRET-KEY-'

type Chunks = AsyncIterable<Uint8Array>

/** Read when it is needed: it takes a fifth of a second, and every start of every process would wait for it. */
const loadAge = () => import('age-encryption')

/** Asked for a chunk when there is room for one: a file is never whole in memory. */
const toStream = (chunks: Chunks): ReadableStream<Uint8Array> => {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next()
        if (next.done === true) controller.close()
        else controller.enqueue(Uint8Array.from(next.value))
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 1 },
  )
}

/** What seals a file to whoever has the key of one of the recipients. */
export const sealerFor = async (recipients: readonly string[]): Promise<(chunks: Chunks) => AsyncGenerator<Uint8Array>> => {
  const { Encrypter } = await loadAge()
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new CommandError(`${recipient} is no recipient of age: give what age-keygen prints as the public key, age1…`)
    }
  }
  return async function* seal(chunks) {
    yield* await encrypter.encrypt(toStream(chunks))
  }
}

const withIdentity = (decrypter: Decrypter, line: string, path: string): void => {
  try {
    decrypter.addIdentity(line)
  } catch (cause) {
    // The line itself is a secret.
    throw new CommandError(`${path} has a line that is no key of age (${IDENTITY}…)`, { cause })
  }
}

/** The keys in a file of `age-keygen`: one a line, beside comments. */
const readIdentities = async (path: string): Promise<Decrypter> => {
  const lines = (await readGivenText(path)).split('\n').map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (keys.length === 0) throw new CommandError(`${path} has no key of age (${IDENTITY}…)`)
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  for (const key of keys) withIdentity(decrypter, key, path)
  return decrypter
}

/** What opens a file that was sealed to one of the keys in an identity file. Throws `BadDump` before a byte that was not. */
export const openerFrom = async (path: string): Promise<(chunks: Chunks) => AsyncGenerator<Uint8Array>> => {
  const decrypter = await readIdentities(path)
  return async function* open(chunks) {
    const plain = await decrypter.decrypt(toStream(chunks)).catch((cause: unknown) => {
      const isOther = cause instanceof Error && cause.message.includes('no identity matched')
      throw new BadDump(isOther ? `no key in ${path} opens the backup: it is encrypted to others` : 'the backup is damaged or cut off', {
        cause,
      })
    })
    try {
      yield* plain
    } catch (cause) {
      throw new BadDump('the backup is damaged or cut off', { cause })
    }
  }
}
