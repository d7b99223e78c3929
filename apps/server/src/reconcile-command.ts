import { parseArgs } from 'node:util'
import type { Store } from '@weir/store/open-store'
import { CommandError, readGivenText, withStore } from './commands.ts'
import type { Config } from './config.ts'
import { compareUsage } from './reconcile/compare-usage.ts'
import { DAY_SECONDS, ExportProblem, type ExportProvider, type UsageExport } from './reconcile/export-line.ts'
import { reportUsage } from './reconcile/report-usage.ts'
import { readUsageExport } from './reconcile/usage-export.ts'

const USAGE =
  'usage: weir ledger reconcile <file>... [--channel <number>] [--all]\n' +
  '  files are usage or cost exports of OpenAI or of Anthropic, CSV or JSON; --channel may be repeated;\n' +
  '  without it the channels of the provider count; --all shows also what agrees'

/** Channel types whose upstream is the provider itself. */
const CHANNEL_TYPES: Readonly<Record<ExportProvider, number>> = { openai: 1, anthropic: 14 }
const NAMES: Readonly<Record<ExportProvider, string>> = { openai: 'OpenAI', anthropic: 'Anthropic' }

interface ReconcileArguments {
  readonly files: readonly string[]
  readonly channelIds: readonly number[]
  readonly isAll: boolean
}

const parsed = (args: readonly string[]) => {
  try {
    const options = { channel: { type: 'string', multiple: true }, all: { type: 'boolean' } } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

const readArguments = (args: readonly string[]): ReconcileArguments => {
  const { values, positionals: files } = parsed(args)
  if (files.length === 0) throw new CommandError(`name a file\n${USAGE}`)
  const channels = values.channel ?? []
  const wrong = channels.find((channel) => !/^[1-9]\d{0,14}$/.test(channel))
  if (wrong !== undefined) throw new CommandError(`--channel ${wrong} is no number of a channel\n${USAGE}`)
  return { files, channelIds: channels.map(Number), isAll: values.all ?? false }
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
export const reconcile = async (config: Config, args: readonly string[]): Promise<string> => {
  const { files, channelIds: given, isAll } = readArguments(args)
  const exports = await Promise.all(files.map(readExport))
  const [provider, other] = [...new Set(exports.map((one) => one.provider))]
  const days = exports.flatMap((one) => one.days)
  if (provider === undefined || days.length === 0) throw new CommandError(`${files.join(', ')}: there is no day in it`)
  if (other !== undefined) throw new CommandError('the files are of different providers: compare one provider at a time')
  const [start, end] = [Math.min(...days), Math.max(...days) + DAY_SECONDS]
  return await withStore(config, async (store) => {
    const channelIds = await channelsOf(store, provider, given)
    const own = await store.upstreamUsages.byDayAndModel({ start, end, channelIds })
    const notes =
      exports.filter((one) => one.isPartial).length === exports.length
        ? ['the last page says that there are more (has_more): fetch them too']
        : []
    const lines = compareUsage(
      own,
      exports.flatMap((one) => one.lines),
    )
    return [`${NAMES[provider]}, channels ${channelIds.join(', ')}`, ...reportUsage(lines, isAll), ...notes].join('\n')
  })
}
