import { useMutation } from '@tanstack/react-query'

/** Hands an error that was collected by hand to the one place that reacts to failures. */
export const useReportFailure = (): ((error: unknown) => void) => {
  const { mutate } = useMutation<never, Error, Error>({ mutationFn: (error) => Promise.reject(error) })
  return (error) => mutate(error instanceof Error ? error : new Error(String(error)))
}
