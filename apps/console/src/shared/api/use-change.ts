import { useMutation, type UseMutateAsyncFunction, type UseMutateFunction, type UseMutationOptions } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { createSingleRuns } from './single-runs.ts'

/**
 * A mutation that never runs twice at once with the same input. A button shows that it is busy only with the next drawing; on a slow device
 * the second click of a double click comes before it, and would create, charge or send everything once more.
 */
export const useChange = <Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) => {
  const mutation = useMutation<Result, Error, Input>(options)
  const { mutateAsync: start } = mutation
  const [runs] = useState(() => createSingleRuns<Result>())
  const mutateAsync: UseMutateAsyncFunction<Result, Error, Input> = useCallback(
    (...call) => runs.run(call[0], () => start(...call)),
    [runs, start],
  )
  const mutate: UseMutateFunction<Result, Error, Input> = useCallback(
    // What went wrong was told by the one place that reacts to failures.
    (...call) => void mutateAsync(...call).catch(() => undefined),
    [mutateAsync],
  )
  return { ...mutation, mutate, mutateAsync }
}
