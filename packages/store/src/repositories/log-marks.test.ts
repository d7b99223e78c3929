import { describe, expect, it } from 'bun:test'
import { createLogMarks, type Mark, type MarkedList } from './log-marks.ts'

/** A list of numbers, newest (largest) first, that counts how far it was read. */
const listOf = (rows: { newest: number; oldest: number }) => {
  let passed = 0
  const list: MarkedList = {
    at: async (from, offset) => {
      passed += offset
      const id = (from?.id ?? rows.newest) - offset
      return id < rows.oldest ? undefined : { createdAt: 0, id }
    },
    countNewer: async (than: Mark) => rows.newest - than.id,
  }
  return { list, passed: () => passed }
}

describe('marks in a long list', () => {
  const rowAt = async (find: ReturnType<typeof createLogMarks>, rows: { newest: number; oldest: number }, offset: number) => {
    const { list, passed } = listOf(rows)
    const start = await find('all', offset, list)
    return { id: start === undefined ? undefined : (start.from?.id ?? rows.newest) - start.offset, passed: passed() }
  }

  it('lead to the same row as counting from the front, whatever arrives in between', async () => {
    const find = createLogMarks()
    const rows = { newest: 1_000_000, oldest: 1 }
    for (const offset of [0, 19_999, 20_000, 512_345, 20_001, 999_999, 40_000]) {
      expect((await rowAt(find, rows, offset)).id).toBe(rows.newest - offset)
      rows.newest += 777
    }
  })

  it('are walked to once', async () => {
    const find = createLogMarks()
    const rows = { newest: 1_000_000, oldest: 1 }
    expect((await rowAt(find, rows, 900_000)).passed).toBe(900_000)
    expect((await rowAt(find, rows, 890_000)).passed).toBe(0)
    rows.newest += 30_000
    expect((await rowAt(find, rows, 60_000)).id).toBe(970_000)
  })

  it('say when the list ends before', async () => {
    const find = createLogMarks()
    expect((await rowAt(find, { newest: 30_000, oldest: 1 }, 50_000)).id).toBeUndefined()
  })
})
