import type { Store } from '@weir/store/open-store'
import { CommandError, readGivenText, withStore, type Shown } from './commands.ts'
import type { Config } from './config.ts'
import { compareUsage } from './reconcile/compare-usage.ts'
import { DAY_SECONDS, ExportProblem, type ExportProvider, type UsageExport } from './reconcile/export-line.ts'
import { reportUsage, usageObject } from './reconcile/report-usage.ts'
import { readUsageExport } from './reconcile/usage-export.ts'

/** Channel types whose upstream is the provider itself. */
const CHANNEL_TYPES: Readonly<Record<ExportProvider, number>> = { openai: 1, anthropic: 14 }
const NAMES: Readonly<Record<ExportProvider, string>> = { openai: 'OpenAI', anthropic: 'Anthropic' }

export interface ReconcileArguments {
  readonly files: readonly string[]
  /** Empty: those of the provider. */
  readonly channels: readonly string[]
  /** Also what agrees. */
  readonly isAll: boolean
}

const channelIdIn = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(`--channel ${text} is no number of a channel`)
  return Number(text)
}

const readExport = async (file: string): Promise<UsageExport> => {
  const text = await readGivenText(file)
  try {
    return readUsageExport(text)
  } catch (error) {
    throw error instanceof ExportProblem ? new CommandError(`${file}: ${error.message}`) : error
  }
}

const channelsOf = async ({ channels }: Store, provider: ExportProvider, given: readonly number[]): Promise<readonly number[]> => {
  const all = await channels.all()
  const missing = given.find((id) => !all.some((channel) => channel.id === id))
  if (missing !== undefined) throw new CommandError(`there is no channel ${missing}`)
  if (given.length > 0) return given
  const own = all.filter(({ type }) => type === CHANNEL_TYPES[provider]).map(({ id }) => id)
  if (own.length === 0) throw new CommandError(`there is no channel of ${NAMES[provider]}: name those that use its keys with --channel`)
  return own
}

/** Compares what channels have delivered with what their provider says, by day of UTC and model. Changes nothing. */
export const reconcile = async (config: Config, { files, channels, isAll }: ReconcileArguments): Promise<Shown> => {
  const given = channels.map(channelIdIn)
  const exports = await Promise.all(files.map(readExport))
  const [provider, other] = [...new Set(exports.map((one) => one.provider))]
  const days = exports.flatMap((one) => one.days)
  if (provider === undefined || days.length === 0) throw new CommandError(`${files.join(', ')}: there is no day in it`)
  if (other !== undefined) throw new CommandError('the files are of different providers: compare one provider at a time')
  const [start, end] = [Math.min(...days), Math.max(...days) + DAY_SECONDS]
  return await withStore(config, async (store) => {
    const channelIds = await channelsOf(store, provider, given)
    const own = await store.upstreamUsages.byDayAndModel({ start, end, channelIds })
    const isPartial = exports.every((one) => one.isPartial)
    const notes = isPartial ? ['the last page says that there are more (has_more): fetch them too'] : []
    const lines = compareUsage(
      own,
      exports.flatMap((one) => one.lines),
    )
    return {
      json: { provider, channels: channelIds, ...usageObject(lines, isAll), partial: isPartial },
      text: [`${NAMES[provider]}, channels ${channelIds.join(', ')}`, ...reportUsage(lines, isAll), ...notes].join('\n'),
    }
  })
}
