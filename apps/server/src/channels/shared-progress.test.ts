import { expect, it } from 'bun:test'
import { NO_RUN } from './test-all-channels.ts'
import { shareProgress } from './shared-progress.ts'
import { soleWorker, type ReceivedMessage, type WorkerMessage, type WorkerLink } from '../cluster/worker-messages.ts'

const open = () => {
  const published: WorkerMessage[] = []
  let receive: (message: ReceivedMessage) => void = () => undefined
  const link: WorkerLink = {
    ...soleWorker,
    isAlone: false,
    publish: (message) => void published.push(message),
    subscribe: (listener) => {
      receive = listener
    },
  }
  return { shared: shareProgress(link), published, receive: (message: ReceivedMessage) => receive(message) }
}

const running = { is_running: true, total: 3, done: 1, results: [] }

it('tells the other processes about its own run', () => {
  const { shared, published } = open()
  expect(shared.latest()).toEqual(NO_RUN)
  shared.publish(running)
  expect(shared.latest()).toEqual(running)
  expect(published).toEqual([{ topic: 'test-progress', value: running }])
})

it('knows of a run in another process, and that it ended with that process', () => {
  const { shared, receive } = open()
  receive({ topic: 'test-progress', from: 2, value: running })
  expect(shared.latest()).toEqual(running)
  receive({ topic: 'gone', from: 1 })
  expect(shared.latest().is_running).toBe(true)
  receive({ topic: 'gone', from: 2 })
  expect(shared.latest()).toEqual({ ...running, is_running: false })
})
