import type { LogCharge, LogObject } from '@weir/contract/log'

export interface Charge extends LogCharge {
  /** The sum as one can type it into a calculator. */
  readonly sum: string
  /** What the sum comes to before it is rounded up. */
  readonly exact: number
  /** Whether the sum is the whole of what was charged. Rows from before the figures were kept may lack a part. */
  readonly isWhole: boolean
}

const RATIOS = /^(\d+(?:\.\d+)?(?:e-?\d+)?) × (\d+(?:\.\d+)?(?:e-?\d+)?) × (\d+(?:\.\d+)?(?:e-?\d+)?)$/

/** A charge is rounded up, and never below one unit; one more covers the last digit of a fraction. */
const TOLERANCE = 1.5

/** Binary fractions show their tail beyond this. */
const DIGITS = 12

/** Every digit, in groups of three: `12.3k` cannot be summed up. */
export const exactCount = (count: number): string => count.toLocaleString('en-US')

type ChargedRow = Pick<LogObject, 'content' | 'prompt_tokens' | 'completion_tokens' | 'quota' | 'charge'>

/** Rows that name no parts tell their ratios in the content. */
const fromContent = (row: ChargedRow): LogCharge | undefined => {
  const found = RATIOS.exec(row.content)
  if (found === null) return undefined
  const [modelRatio = 0, groupRatio = 0, completionRatio = 0] = found.slice(1).map(Number)
  return {
    model_ratio: modelRatio,
    group_ratio: groupRatio,
    parts: [
      { kind: 'input', count: row.prompt_tokens, ratio: 1 },
      { kind: 'output', count: row.completion_tokens, ratio: completionRatio },
    ],
    reasoning: 0,
    unit: 'token',
    is_estimate: false,
    is_implausible: false,
  }
}

const feeTerm = ({ count, units }: NonNullable<LogCharge['fees']>[number]): string => `${count} × ${units}`

const termOf = ({ kind, count, ratio }: LogCharge['parts'][number]): string => (kind === 'input' ? String(count) : `${count} × ${ratio}`)

/** How the row's quota came about. `undefined` when it is not a charge. */
export const chargeOf = (row: ChargedRow): Charge | undefined => {
  const charge = row.charge ?? fromContent(row)
  if (charge === undefined) return undefined
  const { parts, fees = [], model_ratio: model, group_ratio: group } = charge
  const weighted = parts.reduce((total, { count, ratio }) => total + count * ratio, 0)
  const calls = fees.reduce((total, { count, units }) => total + count * units, 0)
  const exact = Number(((weighted * model + calls) * group).toPrecision(DIGITS))
  const tokens = `(${parts.map(termOf).join(' + ') || 0}) × ${model}`
  const sum = fees.length === 0 ? `${tokens} × ${group}` : `(${[tokens, ...fees.map(feeTerm)].join(' + ')}) × ${group}`
  return { ...charge, sum, exact, isWhole: Math.abs(row.quota - exact) <= TOLERANCE }
}
