import { describe, expect, it } from 'bun:test'
import { openStream, sealStream } from './sealed-stream.ts'

/** The least: what a guess costs is shown once, below. */
const WORK = 10
const PASSPHRASE = 'correct horse battery staple'

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const whole = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of chunks) parts.push(part)
  return Buffer.concat(parts)
}

const pattern = (bytes: number): Buffer => Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => (index * 7 + (index >> 8)) % 251))
const seal = (bytes: Uint8Array): Promise<Buffer> => whole(sealStream(cut(bytes, 10_000), PASSPHRASE, WORK))
const open = (bytes: Uint8Array, passphrase = PASSPHRASE, size = 9999): Promise<Buffer> => whole(openStream(cut(bytes, size), passphrase))
const failure = async (bytes: Uint8Array, passphrase = PASSPHRASE): Promise<string> =>
  String(
    await open(bytes, passphrase).then(
      () => 'opened',
      (error: unknown) => error,
    ),
  )

describe('a sealed stream', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])('gives back %d bytes, and shows none of them', async (bytes) => {
    const plain = pattern(bytes)
    const sealed = await seal(plain)
    expect(sealed.subarray(0, 24).toString()).toBe('weir-backup 1 scrypt 10 ')
    if (bytes > 100) expect(sealed.includes(plain.subarray(0, 32))).toBe(false)
    expect((await open(sealed)).equals(plain)).toBe(true)
  })

  it('opens with no other passphrase, and with the same one however its letters are written', async () => {
    const sealed = await seal(pattern(100))
    expect(await failure(sealed, `${PASSPHRASE}.`)).toContain('the passphrase is wrong, or the backup is damaged')
    const composed = await whole(sealStream(cut(pattern(5), 5), 'caf\u00e9 au lait', WORK))
    expect((await open(composed, 'cafe\u0301 au lait')).length).toBe(5)
  })

  it('is refused when a byte of it changes, a chunk is missing at its end, or two change places', async () => {
    const sealed = await seal(pattern(200_000))
    const header = sealed.indexOf(10) + 1
    const chunk = 65_536 + 16
    for (const at of [5, header - 3, header, header + chunk + 5, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await failure(changed)).toMatch(/damaged|sealed in a way/)
    }
    expect(await failure(sealed.subarray(0, header + 2 * chunk))).toContain('damaged or cut off')
    expect(await failure(sealed.subarray(0, header))).toContain('cut off')
    const [first, second] = [sealed.subarray(header, header + chunk), sealed.subarray(header + chunk, header + 2 * chunk)]
    const swapped = Buffer.concat([sealed.subarray(0, header), second, first, sealed.subarray(header + 2 * chunk)])
    expect(await failure(swapped)).toContain('damaged')
  })

  it('makes a guess at the passphrase cost 128 MiB', async () => {
    const sealed = await whole(sealStream(cut(pattern(9), 9), PASSPHRASE))
    expect(sealed.toString('latin1')).toStartWith('weir-backup 1 scrypt 17 ')
  }, 180_000)

  it('asks for no more memory than is reasonable, whatever the file says', async () => {
    expect(await failure(Buffer.from(`weir-backup 1 scrypt 31 ${'A'.repeat(22)}\nxxxxxxxxxxxxxxxxxxxx`))).toContain('does not know')
    expect(await failure(Buffer.from('x'.repeat(300)))).toContain('does not know')
  })
})
