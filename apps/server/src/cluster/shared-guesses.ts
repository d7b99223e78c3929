import type { GuessLimit } from '@weir/relay/ports'
import type { WorkerLink } from './worker-messages.ts'

/** Keys that were tried at one process count for all of them, and so do those that were right. */
export const shareGuesses = (guesses: GuessLimit, link: WorkerLink): GuessLimit => {
  link.onNote((note) => {
    if (note.topic === 'wrong-key') guesses.wrongKey(note.address)
    if (note.topic === 'right-key') guesses.rightKey(note.key)
  })
  return {
    ...guesses,
    wrongKey: (address) => {
      guesses.wrongKey(address)
      link.tell({ topic: 'wrong-key', address })
    },
    rightKey: (key) => {
      const isNew = guesses.rightKey(key)
      if (isNew) link.tell({ topic: 'right-key', key })
      return isNew
    },
  }
}
