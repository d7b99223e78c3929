import { useChange } from '../api/use-change.ts'
import type * as ceremonies from './ceremonies.ts'

type Ceremonies = typeof ceremonies

/** Runs one of the ceremonies. Their code comes when it is asked for: most visits need none of it. */
export const usePasskey = <Input, Result>(
  choose: (all: Ceremonies) => (input: Input) => Promise<Result>,
  onDone: (result: Result) => void,
) =>
  useChange<Result, Input>({
    mutationFn: async (input) => await choose(await import('./ceremonies.ts'))(input),
    onSuccess: (result) => onDone(result),
  })
