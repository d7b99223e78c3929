import { UnsupportedInput } from '../model/unsupported-input.ts'
import type { ToolKind } from '../model/usage.ts'

/** No more of a name is told back. */
export const MAX_NAME_CHARACTERS = 64

/** The most calls of a tool that a request is held for; no answer is charged for more of one kind. */
const MOST_CALLS = 100

/** How many calls of a tool are held for where the caller allows so many. Without a limit one is. */
export const callsToHold = (limit: unknown): number => (Number.isSafeInteger(limit) ? Math.min(Math.max(Number(limit), 1), MOST_CALLS) : 1)

/** What upstream runs for a fee would be served for nothing where no sheet names the fee. */
export const unpricedTool = (param: string, name: string, fees: readonly ToolKind[]): UnsupportedInput => {
  const told = name.slice(0, MAX_NAME_CHARACTERS)
  const remedy =
    fees.length === 0
      ? 'leave it out'
      : `leave it out, or have ${fees.map((fee) => `fees.${fee}`).join(' or ')} set in the model's price sheet`
  return new UnsupportedInput(param, `The tool ${told} has no price for this model: ${remedy}`)
}
