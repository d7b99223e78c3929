import { describe, expect, it } from 'bun:test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDisk, readDisk } from './disk.ts'

const statusAt = (freeBytes: number, freeFiles?: number): string => checkDisk({ path: '/srv', freeBytes, freeFiles }).status

describe('the disk', () => {
  it('is a fault below 100 MB and a warning below 1000 MB', () => {
    expect([99_999_999, 100_000_000, 999_999_999, 1_000_000_000].map((bytes) => statusAt(bytes))).toEqual([
      'fault',
      'warning',
      'warning',
      'ok',
    ])
    expect(checkDisk({ path: '/srv', freeBytes: 5_250_999_999, freeFiles: undefined }).seen).toBe('5250 MB free at /srv')
  })

  it('is a warning when hardly a file can be made', () => {
    expect([statusAt(5_000_000_000, 999), statusAt(5_000_000_000, 1000)]).toEqual(['warning', 'ok'])
    expect(checkDisk({ path: '/srv', freeBytes: 5_000_000_000, freeFiles: 9 }).seen).toBe('room for 9 more files at /srv')
  })

  it('is measured where a folder will be made', async () => {
    const { path, freeBytes } = await readDisk(join(tmpdir(), 'weir-doctor-none', 'data'))
    expect(path).toBe(tmpdir())
    expect(freeBytes).toBeGreaterThan(0)
  })
})
