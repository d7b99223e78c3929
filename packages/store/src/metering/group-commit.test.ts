import { describe, expect, it } from 'bun:test'
import { createGroupCommit } from './group-commit.ts'

const never = () => false

describe('group commit', () => {
  it('commits operations that arrive together in one batch, bounded', async () => {
    const sizes: number[] = []
    const group = createGroupCommit<number, number>({
      maxBatch: 4,
      isCommonFailure: never,
      commit: async (operations) => {
        sizes.push(operations.length)
        return operations.map((operation) => operation * 2)
      },
    })
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => group.submit(index)))
    expect(outcomes).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
    expect(sizes).toEqual([4, 4, 2])
  })

  it('collects what arrives while a commit runs', async () => {
    const batches: (readonly string[])[] = []
    let finishFirst = (): void => undefined
    const firstMayFinish = new Promise<void>((resolve) => {
      finishFirst = resolve
    })
    let firstStarted = (): void => undefined
    const started = new Promise<void>((resolve) => {
      firstStarted = resolve
    })
    const group = createGroupCommit<string, string>({
      maxBatch: 256,
      isCommonFailure: never,
      commit: async (operations) => {
        batches.push(operations)
        firstStarted()
        await firstMayFinish
        return operations
      },
    })
    const first = group.submit('a')
    await started
    const others = [group.submit('b'), group.submit('c')]
    finishFirst()
    await Promise.all([first, ...others])
    expect(batches).toEqual([['a'], ['b', 'c']])
  })

  it('does not let one bad operation fail its neighbours', async () => {
    const group = createGroupCommit<string, string>({
      maxBatch: 256,
      isCommonFailure: never,
      commit: async (operations) => {
        if (operations.includes('bad')) throw new RangeError('bad')
        return operations
      },
    })
    const results = await Promise.allSettled(['a', 'bad', 'c'].map((operation) => group.submit(operation)))
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('tries nothing one by one when the database itself is the reason', async () => {
    let commits = 0
    const group = createGroupCommit<string, string>({
      maxBatch: 256,
      isCommonFailure: () => true,
      commit: async () => {
        commits += 1
        throw new Error('gone')
      },
    })
    const results = await Promise.allSettled(['a', 'b', 'c'].map((operation) => group.submit(operation)))
    expect(results.every((result) => result.status === 'rejected')).toBe(true)
    expect(commits).toBe(1)
  })
})
