import type { GuessLimit } from '@weir/relay/identity'
import type { WorkerLink } from './worker-messages.ts'

/** Keys that were tried at one process count for all of them, and so do those that were right. */
export const shareGuesses = (guesses: GuessLimit, link: WorkerLink): GuessLimit => {
  link.subscribe((message) => {
    if (message.topic === 'wrong-key') guesses.wrongKey(message.address)
    if (message.topic === 'right-key') guesses.rightKey(message.key)
  })
  return {
    ...guesses,
    wrongKey: (address) => {
      guesses.wrongKey(address)
      link.publish({ topic: 'wrong-key', address })
    },
    rightKey: (key) => {
      const isNew = guesses.rightKey(key)
      if (isNew) link.publish({ topic: 'right-key', key })
      return isNew
    },
  }
}
