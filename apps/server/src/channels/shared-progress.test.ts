import { expect, it } from 'bun:test'
import { NO_RUN } from './test-all-channels.ts'
import { shareProgress } from './shared-progress.ts'
import { soleWorker, type HeardNote, type Note, type WorkerLink } from '../cluster/worker-messages.ts'

const open = () => {
  const told: Note[] = []
  let hear: (note: HeardNote) => void = () => undefined
  const link: WorkerLink = {
    ...soleWorker,
    isAlone: false,
    tell: (note) => void told.push(note),
    onNote: (listener) => {
      hear = listener
    },
  }
  return { shared: shareProgress(link), told, hear: (note: HeardNote) => hear(note) }
}

const running = { is_running: true, total: 3, done: 1, results: [] }

it('tells the other processes about its own run', () => {
  const { shared, told } = open()
  expect(shared.latest()).toEqual(NO_RUN)
  shared.publish(running)
  expect(shared.latest()).toEqual(running)
  expect(told).toEqual([{ topic: 'test-progress', value: running }])
})

it('knows of a run in another process, and that it ended with that process', () => {
  const { shared, hear } = open()
  hear({ topic: 'test-progress', from: 2, value: running })
  expect(shared.latest()).toEqual(running)
  hear({ topic: 'gone', from: 1 })
  expect(shared.latest().is_running).toBe(true)
  hear({ topic: 'gone', from: 2 })
  expect(shared.latest()).toEqual({ ...running, is_running: false })
})
