import { arrayAt, countAt, parseJson } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { classifyOpenaiError } from '../kit/openai-wire.ts'

const FAULTS: ReadonlyMap<number, UpstreamFault> = new Map([
  [10_000, 'bad-credential'],
  [7000, 'not-found'],
  [7003, 'not-found'],
  [5007, 'not-found'],
  [5006, 'bad-request'],
  // The free share of the day is used up.
  [3036, 'out-of-credit'],
  [4006, 'out-of-credit'],
  [3040, 'overloaded'],
])

const classifyRest = classifyOpenaiError()

export const classify = (status: number, body: string): UpstreamFault => {
  const code = countAt(arrayAt(parseJson(body), 'errors')[0], 'code')
  return (code === undefined ? undefined : FAULTS.get(code)) ?? classifyRest(status, body)
}
