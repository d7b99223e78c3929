import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createExternalKeys } from './external-keys.ts'

let root = ''
let folder = ''
let now = 0
const missing: string[] = []

const open = () =>
  createExternalKeys({
    variables: { WEIR_CHANNEL_OPENAI: ' sk-from-env \n', WEIR_CHANNEL_EMPTY: '', WEIR_CHANNEL_LINES: 'a\nb', SESSION_SECRET: 'never' },
    folder,
    secretKeyFile: join(folder, 'secret.key'),
    clock: () => now,
    onMissing: (reference) => missing.push(reference),
  })

const resolve = (keys: ReturnType<typeof open>, key: string) => keys.resolve({ key, isKeyReference: true })

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'weir-keys-')))
  folder = join(root, 'secrets')
  mkdirSync(join(folder, 'nested'), { recursive: true })
  mkdirSync(join(folder, '..data'))
  const files = {
    'secrets/openai': 'sk-from-file\n',
    'secrets/nested/deep': 'sk-deep',
    'secrets/secret.key': 'a'.repeat(64),
    'secrets/big': 'x'.repeat(20_001),
    'secrets/..data/linked': 'sk-linked',
    outside: 'sk-outside',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  symlinkSync('../outside', join(folder, 'escape'))
  symlinkSync('..data/linked', join(folder, 'linked'))
  symlinkSync('secret.key', join(folder, 'own'))
  symlinkSync('gone', join(folder, 'dangling'))
})

afterAll(() => rmSync(root, { recursive: true }))

describe('keys outside the database', () => {
  it('are read from variables with the prefix and from files directly in the folder', () => {
    const keys = open()
    expect(keys.resolve({ key: 'sk-plain' })).toBe('sk-plain')
    expect(keys.resolve({ key: 'env:WEIR_CHANNEL_OPENAI', isKeyReference: false })).toBe('env:WEIR_CHANNEL_OPENAI')
    expect(resolve(keys, 'env:WEIR_CHANNEL_OPENAI')).toBe('sk-from-env')
    expect(resolve(keys, `file:${folder}/openai`)).toBe('sk-from-file')
    expect(resolve(keys, `file:${folder}/linked`)).toBe('sk-linked')
  })

  it('are nothing else of the machine, whatever the reference says', () => {
    const keys = open()
    const forbidden = [
      'env:SESSION_SECRET',
      'env:PATH',
      'env:WEIR_CHANNEL_',
      'env:WEIR_CHANNEL_OPENAI\nX',
      'env: WEIR_CHANNEL_OPENAI',
      `file:${root}/outside`,
      `file:${folder}/../outside`,
      `file:${folder}/nested/deep`,
      `file:${folder}/./openai`,
      `file:${folder}//openai`,
      `file:${folder}/..data`,
      `file:${folder}`,
      'file:/etc/passwd',
      'file:/proc/self/environ',
      'file:openai',
      'file:',
      'env:',
    ]
    for (const reference of forbidden) {
      expect([reference, resolve(keys, reference)]).toEqual([reference, undefined])
      expect(() => keys.check(reference)).toThrow('key-reference-forbidden')
    }
    const unusable = ['escape', 'own', 'secret.key', 'dangling', 'big', 'nested', 'absent'].map((name) => `file:${folder}/${name}`)
    for (const reference of [...unusable, 'env:WEIR_CHANNEL_ABSENT', 'env:WEIR_CHANNEL_EMPTY', 'env:WEIR_CHANNEL_LINES']) {
      expect([reference, resolve(keys, reference)]).toEqual([reference, undefined])
      expect(() => keys.check(reference)).toThrow('key-reference-empty')
    }
  })

  it('are read again within a second after a file has changed, and named when they are gone', () => {
    const keys = open()
    const file = join(folder, 'renewed')
    writeFileSync(file, 'sk-one')
    expect(resolve(keys, `file:${file}`)).toBe('sk-one')
    writeFileSync(file, 'sk-two')
    now += 999
    expect(resolve(keys, `file:${file}`)).toBe('sk-one')
    now += 1
    expect(resolve(keys, `file:${file}`)).toBe('sk-two')
    rmSync(file)
    now += 1000
    missing.length = 0
    expect(resolve(keys, `file:${file}`)).toBeUndefined()
    expect(resolve(keys, `file:${file}`)).toBeUndefined()
    expect(missing).toEqual([`file:${file}`])
  })
})
