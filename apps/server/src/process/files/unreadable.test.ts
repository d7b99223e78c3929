import { afterAll, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readGivenText } from '../../commands.ts'
import { explainUnread, unreadableBecause } from './unreadable.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-given-'))
const file = join(folder, 'list.json')
writeFileSync(file, '{"models": []}')
afterAll(() => rmSync(folder, { recursive: true }))

it('reads a file that is there', async () => {
  expect(await readGivenText(file)).toBe('{"models": []}')
  expect(unreadableBecause(file)).toBeUndefined()
})

it('says what is wrong with a file that cannot be read, without the words of the system', async () => {
  const missing = join(folder, 'none')
  await expect(readGivenText(missing)).rejects.toThrow(`there is no file ${missing}`)
  await expect(readGivenText(join(file, 'below'))).rejects.toThrow(`there is no file ${file}/below`)
  await expect(readGivenText(folder)).rejects.toThrow(`${folder} is a folder: name a file`)
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  expect(explainUnread('/srv/list', denied)).toBe('this account may not read /srv/list: check its owner and rights')
  expect(explainUnread('/srv/list', new Error('the disk is gone'))).toBe('/srv/list cannot be read: the disk is gone')
})
