import { afterEach, expect, it } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataDirInUse, claimNode } from './node-identity.ts'

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-node-'))
  folders.push(folder)
  return folder
}
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

it('a node has the same name after every restart, and another one in another folder', () => {
  const folder = newFolder()
  const names = [1, 2, 3].map(() => {
    const node = claimNode(folder)
    node.release()
    return node.id
  })
  expect(new Set(names).size).toBe(1)
  expect(names[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const other = claimNode(newFolder())
  other.release()
  expect(other.id).not.toBe(names[0] ?? '')
})

it('no second process runs under the name, from the first start on', () => {
  const folder = newFolder()
  const first = claimNode(folder)
  expect(() => claimNode(folder)).toThrow(DataDirInUse)
  expect(() => claimNode(folder)).toThrow(`another Weir is running with the data in ${folder}: stop it first, or choose another DATA_DIR`)
  first.release()
  const again = claimNode(folder)
  expect(() => claimNode(folder)).toThrow(DataDirInUse)
  again.release()
})

it('workers have locks of their own', () => {
  const folder = newFolder()
  const [node, worker] = [claimNode(folder), claimNode(folder, 'worker-1')]
  expect(node.id).not.toBe(worker.id)
  expect(['node.lock', 'worker-1.lock'].map((file) => existsSync(join(folder, file)))).toEqual([true, true])
  node.release()
  worker.release()
})

it('a lock that is none is no twin', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'node.lock'), 'this is not a database, and long enough to be taken for one')
  expect(() => claimNode(folder)).toThrow('file is not a database')
})
