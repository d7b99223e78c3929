import { parseRatios } from '@weir/contract/options/option'
import { CommandError } from '../../commands.ts'
import type { Gateway } from '../gateway.ts'
import { groupWarnings } from '../groups.ts'
import { about, type RunnableStep, type Step } from './plan.ts'
import { planBudgets } from './plan-budgets.ts'
import { planChannels } from './plan-channels.ts'
import { planOptions } from './plan-options.ts'
import type { ConfigFile } from './schema.ts'

export interface Plan {
  readonly steps: readonly Step[]
  /** What is done all the same, and may be a mistake. */
  readonly warnings: readonly string[]
  readonly run: () => Promise<void>
}

/** Everything is looked at before anything is changed: a file with one mistake changes nothing. */
export const planFile = async (file: ConfigFile, gateway: Gateway, isPruned: boolean): Promise<Plan> => {
  await gateway.settings.refresh()
  const options = await planOptions(file, gateway, isPruned)
  const channels = await planChannels(file, gateway, isPruned)
  const groups = [...new Set(['default', ...Object.keys(parseRatios(options.next('GroupRatio')) ?? {})])].toSorted()
  const budgets = await planBudgets(file, gateway, { isPruned, groups })
  const others: readonly RunnableStep[] = [...channels, ...budgets]
  const named = (file.channels ?? []).flatMap((channel) => channel.groups ?? [])
  return {
    steps: [...options.steps, ...others],
    warnings: groupWarnings(named, groups),
    run: async () => {
      await options.run()
      for (const { object, run } of others) await about(object, run)
    },
  }
}

interface Applying {
  readonly isPruned: boolean
  /** What was agreed to. */
  readonly agreed: Plan
}

/** Values whole: what is shown of a long one may be the same. */
const textOf = ({ steps }: Plan): string => JSON.stringify(steps.map(({ kind, object, fields }) => ({ kind, object, fields })))

/** One transaction, in which the plan is made once more: what was agreed to is done whole, or nothing is. */
export const applyFile = async (file: ConfigFile, gateway: Gateway, { isPruned, agreed }: Applying): Promise<void> => {
  try {
    await gateway.atomically(async (inner) => {
      const plan = await planFile(file, inner, isPruned)
      if (textOf(plan) !== textOf(agreed)) throw new CommandError('something was changed since the plan was shown: look at the plan again')
      await plan.run()
    })
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError(`${error.message}\nnothing was changed`, { cause: error })
  }
}
