import { counted } from '@weir/contract/values/counted'
import { catalog } from '@weir/contract/catalog/catalog'
import type { ModelSheet } from '@weir/contract/catalog/entry'
import { parseModelSheets } from '@weir/contract/options/model-sheets'
import { Role } from '@weir/contract/user'
import type { Store } from '@weir/store/open-store'
import { CommandError, FoundFaults, commandEntry, readGivenText, withStore, type Shown } from './commands.ts'
import type { Config } from './config.ts'
import { saveSheets } from './prices/import-prices.ts'
import {
  comparePrices,
  describeChange,
  readPriceList,
  type LineProblem,
  type ListFault,
  type PriceDifference,
} from './prices/price-lists.ts'

const OPTION = 'ModelSheets'
const MAX_LINES = 40
const MAX_BYTES = 50 * 1024 * 1024
const TIMEOUT_MS = 60_000

/** What is done on the server itself is done with root's rights. */
const SAVER = { id: 0, role: Role.root }

const fetchList = async (address: string): Promise<string> => {
  const reply = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!reply.ok) throw new CommandError(`${address} answered ${reply.status}`)
  const text = await reply.text()
  if (text.length > MAX_BYTES) throw new CommandError(`${address} is larger than ${MAX_BYTES} bytes`)
  return text
}

const readSource = async (source: string): Promise<string> => {
  const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//i.exec(source) ?? []
  if (scheme === undefined) return await readGivenText(source)
  if (!/^https?$/i.test(scheme)) throw new CommandError(`${source} is not read: give a file, or an address with http:// or https://`)
  try {
    return await fetchList(source)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${source} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const ownSheets = async ({ options }: Store): Promise<ReadonlyMap<string, ModelSheet>> => {
  const stored = (await options.all()).find(({ name }) => name === OPTION)
  const parsed = parseModelSheets(stored?.value ?? '')
  if (!parsed.ok) throw new CommandError(`the option ${OPTION} is broken: ${parsed.problem}`)
  return parsed.sheets
}

const shortened = (title: string, lines: readonly string[]): readonly string[] => {
  if (lines.length === 0) return []
  const rest = lines.length - MAX_LINES
  return [`${title}:`, ...lines.slice(0, MAX_LINES).map((line) => `  ${line}`), ...(rest > 0 ? [`  and ${rest} more`] : [])]
}

const describe = ({ added, changed, same, missing }: PriceDifference): readonly string[] => [
  `${added.length} new, ${changed.length} changed, ${same} the same, ${missing.length} own sheets that the list does not hold`,
  ...shortened('new, in dollars per million tokens', added.map(describeChange)),
  ...shortened('changed', changed.map(describeChange)),
  ...shortened('not in the list, kept', missing),
]

const whyNot = (fault: ListFault): string =>
  fault.kind === 'no-json' ? `line ${fault.line} is not valid JSON` : 'see docs/prices.md for the two forms that are read'

const differenceObject = ({ added, changed, same, missing }: PriceDifference) => ({
  added: added.map(({ sheet: { model, price } }) => ({ model, price })),
  changed: changed.map(({ sheet: { model, price }, before }) => ({ model, before, price })),
  same,
  missing,
})

const refuseProblems = (problems: readonly LineProblem[]): void => {
  if (problems.length === 0) return
  const lines = problems.map(({ line, name, reason }) => `${line === undefined ? '' : `line ${line}: `}${name}: ${reason}`)
  throw new FoundFaults([`nothing was applied, ${counted(lines.length, 'model is', 'models are')} wrong`, ...lines].join('\n'), {
    applied: false,
    problems: problems.map(({ line = null, name, reason }) => ({ line, name, reason })),
  })
}

/** Shows what a list would change, and saves it as the operator's own sheets when that is asked for. A list with one bad row changes nothing. */
export const importPrices = async (config: Config, source: string, isApplied: boolean): Promise<Shown> => {
  const list = readPriceList(await readSource(source))
  if ('kind' in list) throw new CommandError(`${source} is no price list: ${whyNot(list)}`)
  refuseProblems(list.problems)
  return await withStore(config, async (store) => {
    const own = await ownSheets(store)
    const difference = comparePrices(list.sheets, own)
    const isSame = difference.added.length + difference.changed.length === 0
    const [lines, compared] = [describe(difference), differenceObject(difference)]
    if (!isApplied)
      return {
        json: { applied: false, saved: 0, ...compared },
        text: [...lines, ...(isSame ? [] : ['nothing was changed: add --apply to save this'])].join('\n'),
      }
    const { saved } = await saveSheets(store.options, SAVER, {
      list: list.sheets,
      trace: ({ before, after }) => [{ ...commandEntry('option.set', OPTION), before: `${before} sheets`, after: `${after} sheets` }],
    })
    return {
      json: { applied: true, saved, ...compared },
      text: [...lines, `${counted(saved, 'sheet is', 'sheets are')} saved; running servers use them within a second`].join('\n'),
    }
  })
}

/** Every sheet in force, in the form that is imported. */
export const exportPrices = (config: Config): Promise<Shown> =>
  withStore(config, async (store) => {
    const sheets = new Map<string, object>([...catalog, ...(await ownSheets(store))])
    const models = [...sheets].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sheet]) => sheet)
    return { json: { models }, text: `{"models":[\n${models.map((sheet) => JSON.stringify(sheet)).join(',\n')}\n]}` }
  })
