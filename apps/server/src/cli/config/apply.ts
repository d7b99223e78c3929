import { parseRatios } from '@weir/contract/options/option'
import { CommandError } from '../../commands.ts'
import type { Gateway } from '../gateway.ts'
import { about, renderPlan, type RunnableStep, type Step } from './plan.ts'
import { planBudgets } from './plan-budgets.ts'
import { planChannels } from './plan-channels.ts'
import { planOptions } from './plan-options.ts'
import type { ConfigFile } from './schema.ts'

/** Longer than any file takes; a command that died does not shut the next one out for long. */
const TURN_SECONDS = 300
const TURN = 'weir apply'

export interface Plan {
  readonly steps: readonly Step[]
  readonly run: () => Promise<void>
}

const runInOrder = async (steps: readonly RunnableStep[], done: { count: number }): Promise<void> => {
  for (const { object, run } of steps) {
    await about(object, run)
    done.count += 1
  }
}

/** Everything is looked at before anything is changed: a file with one mistake changes nothing. */
export const planFile = async (file: ConfigFile, gateway: Gateway, isPruned: boolean): Promise<Plan> => {
  await gateway.settings.refresh()
  const options = await planOptions(file, gateway, isPruned)
  const channels = await planChannels(file, gateway, isPruned)
  const groups = ['default', ...Object.keys(parseRatios(options.next('GroupRatio')) ?? {})]
  const budgets = await planBudgets(file, gateway, { isPruned, groups })
  const steps = [...options.steps, ...channels, ...budgets]
  return {
    steps,
    run: async () => {
      const done = { count: 0 }
      try {
        await options.run()
        done.count = options.steps.length
        await runInOrder([...channels, ...budgets], done)
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        throw new CommandError(
          `${error.message}\n${done.count} of ${steps.length} changes are made: run the same command again for the rest`,
          {
            cause: error,
          },
        )
      }
    },
  }
}

interface Applying {
  readonly isPruned: boolean
  /** What was agreed to. */
  readonly agreed: Plan
}

/** One at a time, and only what was shown: two that make the same channel at once would make it twice. */
export const applyFile = async (file: ConfigFile, gateway: Gateway, { isPruned, agreed }: Applying): Promise<void> => {
  const { rateCounts } = gateway.store
  const wait = await rateCounts.take(TURN, { max: 1, seconds: TURN_SECONDS })
  if (wait > 0) throw new CommandError(`another weir apply is under way: nothing was changed; try again, after ${wait} s at the latest`)
  try {
    const plan = await planFile(file, gateway, isPruned)
    if (renderPlan(plan.steps) !== renderPlan(agreed.steps))
      throw new CommandError('something was changed since the plan was shown: nothing was applied; look at the plan again')
    await plan.run()
  } finally {
    await rateCounts.giveBack(TURN)
  }
}
