import { expect, it } from 'bun:test'
import { yieldToRequests } from '../yield-to-requests.ts'
import { createBackgroundFlush } from './background-flush.ts'

const setUp = (every: number) => {
  const ends: ((error?: Error) => void)[] = []
  const flush = createBackgroundFlush(
    () =>
      new Promise<void>((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve() : reject(error)))
      }),
    every,
  )
  const write = (times: number): void => {
    for (let written = 0; written < times; written++) flush.written()
  }
  return { ends, flush, write }
}

it('flushes once for so many writes', async () => {
  const { ends, write, flush } = setUp(3)
  write(2)
  expect(ends).toHaveLength(0)
  write(1)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await flush.close()
  write(2)
  expect(ends).toHaveLength(1)
  write(1)
  expect(ends).toHaveLength(2)
})

it('runs one flush at a time, and makes up for it at the next write', async () => {
  const { ends, write, flush } = setUp(3)
  write(9)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await flush.close()
  write(1)
  expect(ends).toHaveLength(2)
})

it('goes on after a flush that failed', async () => {
  const { ends, write, flush } = setUp(1)
  write(1)
  ends[0]?.(new Error('no disk'))
  await flush.close()
  write(1)
  expect(ends).toHaveLength(2)
})

it('ends after the flush that runs', async () => {
  const { ends, write, flush } = setUp(1)
  write(1)
  let isClosed = false
  const closing = flush.close().then(() => {
    isClosed = true
  })
  await yieldToRequests()
  expect(isClosed).toBe(false)
  ends[0]?.()
  await closing
  expect(isClosed).toBe(true)
})
