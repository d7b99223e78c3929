import { useMutation } from '@tanstack/react-query'

type Ceremonies = typeof import('./ceremonies.ts')

/** Runs one of the ceremonies. Their code comes when it is asked for: most visits need none of it. */
export const usePasskey = <Input, Result>(
  choose: (ceremonies: Ceremonies) => (input: Input) => Promise<Result>,
  onDone: (result: Result) => void,
) =>
  useMutation<Result, Error, Input>({
    mutationFn: async (input) => await choose(await import('./ceremonies.ts'))(input),
    onSuccess: (result) => onDone(result),
  })
