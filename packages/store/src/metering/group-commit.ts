interface Waiting<Operation, Outcome> {
  readonly operation: Operation
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
  readonly onFailure: OnFailure<Operation> | undefined
}

/** Called before the promise is rejected: to be told of it costs no promise of its own, which every request would pay for. */
type OnFailure<Operation> = (operation: Operation, error: unknown) => void

export interface GroupCommitOptions<Operation, Outcome> {
  readonly maxBatch: number
  /** Commits all or nothing; outcomes in the order of the operations. */
  readonly commit: (operations: readonly Operation[]) => Promise<readonly Outcome[]>
  /** A failure that says nothing about the operations themselves, such as a lost connection: trying them one by one would only take longer. */
  readonly isCommonFailure: (error: unknown) => boolean
}

export interface GroupCommit<Operation, Outcome> {
  /** Resolves after the commit that contains the operation. */
  submit(operation: Operation, onFailure?: OnFailure<Operation>): Promise<Outcome>
  /** Resolves when nothing waits any more. */
  drain(): Promise<void>
}

/** An idle ledger commits at once; while a commit runs, the operations that arrive collect and share the next one. */
export const createGroupCommit = <Operation, Outcome>(options: GroupCommitOptions<Operation, Outcome>): GroupCommit<Operation, Outcome> => {
  const queue: Waiting<Operation, Outcome>[] = []
  let draining: Promise<void> | undefined

  const fail = ({ operation, reject, onFailure }: Waiting<Operation, Outcome>, error: unknown): void => {
    onFailure?.(operation, error)
    reject(error)
  }

  const commitOne = async (waiting: Waiting<Operation, Outcome>): Promise<void> => {
    try {
      const [outcome] = await options.commit([waiting.operation])
      if (outcome === undefined) throw new Error('a commit of one operation gave no outcome')
      waiting.resolve(outcome)
    } catch (error) {
      fail(waiting, error)
    }
  }

  const commitBatch = async (batch: readonly Waiting<Operation, Outcome>[]): Promise<void> => {
    try {
      const outcomes = await options.commit(batch.map(({ operation }) => operation))
      for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome)
    } catch (error) {
      if (batch.length === 1 || options.isCommonFailure(error)) {
        for (const waiting of batch) fail(waiting, error)
        return
      }
      // One bad operation must not fail its neighbours.
      for (const waiting of batch) await commitOne(waiting)
    }
  }

  const drainQueue = async (): Promise<void> => {
    // One turn of the event loop: requests that arrived together commit together, and an idle process waits for nothing.
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
    while (queue.length > 0) await commitBatch(queue.splice(0, options.maxBatch))
    draining = undefined
  }

  return {
    submit: (operation, onFailure) =>
      new Promise<Outcome>((resolve, reject) => {
        queue.push({ operation, resolve, reject, onFailure })
        draining ??= drainQueue()
      }),
    async drain() {
      while (draining !== undefined) await draining
    },
  }
}
