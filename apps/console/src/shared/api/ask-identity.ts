import { createObservable } from '../browser/observable.ts'

interface IdentityQuestion {
  readonly answer: (isConfirmed: boolean) => void
}

/** What `StepUpHost` shows. */
export const identityQuestion = createObservable<IdentityQuestion | undefined>(undefined)

let pending: Promise<boolean> | undefined

/** Calls that are refused at the same time share one question. */
export const askIdentity = (): Promise<boolean> => {
  if (pending !== undefined) return pending
  const { promise, resolve } = Promise.withResolvers<boolean>()
  identityQuestion.set({
    answer: (isConfirmed) => {
      identityQuestion.set(undefined)
      pending = undefined
      resolve(isConfirmed)
    },
  })
  pending = promise
  return promise
}
