import { createObservable } from '../browser/observable.ts'

interface Question {
  readonly title: string
  readonly hint?: string
  /** Names the object: "删除「openai-1」". */
  readonly ok: string
  readonly cancel?: string
  readonly isDangerous?: boolean
}

interface OpenQuestion extends Question {
  readonly answer: (isConfirmed: boolean) => void
}

/** What `ConfirmHost` shows. */
export const openQuestion = createObservable<OpenQuestion | undefined>(undefined)

/** `if (await confirm({ … })) remove.mutate(…)`. A second question answers the first with no. */
export const confirm = (question: Question): Promise<boolean> => {
  openQuestion.get()?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  openQuestion.set({
    ...question,
    answer: (isConfirmed) => {
      openQuestion.set(undefined)
      resolve(isConfirmed)
    },
  })
  return promise
}
