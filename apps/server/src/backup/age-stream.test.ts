import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openerFrom, sealerFor } from './age-stream.ts'

/** A pair that the program age-keygen 1.1.1 made. */
const RECIPIENT = 'age1w7j9d2dwh3rfl32t8lgz7qhfeh0e2kejnn8ps5pp6vzcy6crhgusprvwte'
const IDENTITY = 'AGE-SECRET-KEY-1N5KCRHJYTG8JPEGTF5LPZV92D04RY44LTWNV8G7NMPZ6MWE4PE8SHC9LVG'
/** What `age -r` 1.1.1 made of the text "written by the program age" for that recipient. */
const FOREIGN =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSA0eTd1RVNUVEptVmlBaGlDbXovcXZ2YXlrTjV3Y3NZaTNvclNndjNraGhRCjVGOEE0YUxLYkh6c01HelhVTVBmK29WdUxVNHVHKzhxcm53TVMrQUk3UzAKLS0tIHNjTmc3ZFhKRFhtcmczdHJJQTI2dG9hSno1b01URTFCOG5XVGlCWXRiRTAK7BPswHiBD5fCY3mxbEZVnoegV7nP2iu8nW8LpsMZwxe7iBRgJyE0Mmo0Z6tTXZuxsZ2hEATBRMsRdg=='
const OTHER_IDENTITY = 'AGE-SECRET-KEY-1DTKEEACF28HFEVG2UDCK9DVY96VF4R39HVRHA25MSKWGHPMFQQGSP6LWXL'

let folder = ''
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-age-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const whole = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of chunks) parts.push(part)
  return Buffer.concat(parts)
}

const pattern = (bytes: number): Buffer => Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => (index * 7 + (index >> 8)) % 251))
const keys = () => fileOf('keys.txt', `# created: today\n# public key: ${RECIPIENT}\n\n${IDENTITY}\n`)
const open = async (bytes: Uint8Array, path: string): Promise<Buffer> => await whole((await openerFrom(path))(cut(bytes, 9999)))
const failure = (work: Promise<unknown>): Promise<string> => work.then(() => 'opened', String)

describe('a stream sealed to a key of age', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])('gives back %d bytes, and shows none of them', async (bytes) => {
    const plain = pattern(bytes)
    const sealed = await whole((await sealerFor([RECIPIENT]))(cut(plain, 10_000)))
    expect(sealed.toString('latin1')).toStartWith('age-encryption.org/v1\n-> X25519 ')
    if (bytes > 100) expect(sealed.includes(plain.subarray(0, 32))).toBe(false)
    expect((await open(sealed, keys())).equals(plain)).toBe(true)
  })

  it('opens what the program age has written', async () => {
    expect((await open(Buffer.from(FOREIGN, 'base64'), keys())).toString()).toBe('written by the program age')
  })

  it('says that no key fits, and shows no key', async () => {
    const sealed = await whole((await sealerFor([RECIPIENT]))(cut(pattern(100), 50)))
    const other = fileOf('other.txt', OTHER_IDENTITY)
    expect(await failure(open(sealed, other))).toContain(`no key in ${other} opens the backup: it is encrypted to others`)
    expect((await open(sealed, fileOf('both.txt', `${OTHER_IDENTITY}\n${IDENTITY}`))).length).toBe(100)
    const wrong = await failure(open(sealed, fileOf('wrong.txt', `${IDENTITY}X`)))
    expect(wrong).toContain('has a line that is no key of age')
    expect(wrong).not.toContain(IDENTITY.slice(20))
    expect(await failure(open(sealed, fileOf('empty.txt', '# nothing\n')))).toContain('has no key of age')
    expect(await failure(open(sealed, join(folder, 'none.txt')))).toContain('there is no file')
    expect(await failure(sealerFor([RECIPIENT, 'age1nonsense']))).toContain('age1nonsense is no recipient of age')
  })

  it('is refused when a byte of it changes or its end is missing', async () => {
    const sealed = await whole((await sealerFor([RECIPIENT]))(cut(pattern(200_000), 10_000)))
    for (const at of [60, 300, 100_000, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await failure(open(changed, keys()))).toMatch(/damaged|no key in/)
    }
    for (const end of [sealed.length - 1, sealed.length - 70_000, 100, 30])
      expect(await failure(open(sealed.subarray(0, end), keys()))).toContain('damaged or cut off')
  })

  it('closes its source where the reader leaves', async () => {
    const closed = Promise.withResolvers<string>()
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(65_536)
      } finally {
        closed.resolve('closed')
      }
    }
    for await (const part of (await sealerFor([RECIPIENT]))(endless())) if (part.length > 1000) break
    expect(await closed.promise).toBe('closed')
  })

  it('asks its source for no more than it can pass on', async () => {
    let asked = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        asked += 1
        yield new Uint8Array(65_536)
      }
    }
    for await (const part of (await sealerFor([RECIPIENT]))(endless())) if (part.length > 1000) break
    expect(asked).toBeLessThan(20)
  })
})
