import { expect, it } from 'bun:test'
import { createGuessLimit } from '@weir/relay/guards/guess-limit'
import { shareGuesses } from './shared-guesses.ts'
import { soleWorker, type ReceivedMessage, type WorkerMessage } from './worker-messages.ts'

/** Processes that hear of each other at once. */
const openTogether = (count: number) => {
  const listeners: ((message: ReceivedMessage) => void)[] = []
  const published: WorkerMessage[] = []
  const guesses = Array.from({ length: count }, (_, index) =>
    shareGuesses(
      createGuessLimit(
        (address) => address,
        () => 0,
      ),
      {
        ...soleWorker,
        index,
        isAlone: false,
        publish: (message) => {
          published.push(message)
          listeners.forEach((listener, other) => other !== index && listener({ ...message, from: index }))
        },
        subscribe: (listener) => void listeners.push(listener),
      },
    ),
  )
  return { guesses, published }
}

it('wrong keys are counted together by all processes', () => {
  const { guesses } = openTogether(4)
  for (let count = 0; count < 60; count++) guesses[count % 4]?.wrongKey('a')
  expect(guesses.map((limit) => [limit.secondsToWait('a', 'KEY'), limit.secondsToWait('b', 'KEY')])).toEqual(Array(4).fill([60, 0]))
})

it('a key that was right at one process is not held up at the others, and is told once', () => {
  const { guesses, published } = openTogether(4)
  for (let count = 0; count < 3; count++) guesses[1]?.rightKey('GOOD')
  for (let count = 0; count < 60; count++) guesses[0]?.wrongKey('a')
  expect(guesses.map((limit) => limit.secondsToWait('a', 'GOOD'))).toEqual([0, 0, 0, 0])
  expect(published.filter(({ topic }) => topic === 'right-key')).toHaveLength(1)
})
