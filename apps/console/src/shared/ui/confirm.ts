export interface Question {
  readonly title: string
  readonly hint?: string
  /** Names the object: "删除「openai-1」". */
  readonly ok: string
  readonly cancel?: string
  readonly isDangerous?: boolean
}

export interface OpenQuestion extends Question {
  readonly answer: (isConfirmed: boolean) => void
}

let open: OpenQuestion | undefined
const listeners = new Set<() => void>()

const setOpen = (next: OpenQuestion | undefined) => {
  open = next
  for (const listener of listeners) listener()
}

export const openQuestion = () => open

export const subscribeQuestion = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** `if (await confirm({ … })) remove.mutate(…)`. A second question answers the first with no. */
export const confirm = (question: Question): Promise<boolean> => {
  open?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  setOpen({
    ...question,
    answer: (isConfirmed) => {
      setOpen(undefined)
      resolve(isConfirmed)
    },
  })
  return promise
}
