import { existsSync } from 'node:fs'
import { openSource } from '@weir/store/dialect/source/open-source'
import type { Source } from '@weir/store/dialect/source/source'
import type { DatabaseAddress } from '@weir/store/dsn'
import { StoreMissing, StoreUnavailable } from '@weir/store/errors'
import { checkLogs, type LogCopy } from '@weir/store/move-in/copy-logs'
import { makePlan } from '@weir/store/move-in/make-plan'
import { readOlderData } from '@weir/store/move-in/older-data'
import type { Plan } from '@weir/store/move-in/plan'
import { sumsOfPlan } from '@weir/store/move-in/read-sums'
import { BadSource } from '@weir/store/move-in/source-value'
import { TargetOccupied } from '@weir/store/move-in/target-state'
import { openStore, type Store } from '@weir/store/open-store'
import { CommandError, withStore, type Shown } from '../commands.ts'
import type { Config } from '../config.ts'
import { keepDataPrivate } from '../process/private-files.ts'
import { loadRootKeys } from '../process/root-key.ts'
import { parseImportArguments, type GivenImport, type ImportArguments } from './arguments.ts'
import { planRules } from './plan-rules.ts'
import { createProgress } from './progress.ts'
import { isEqual, renderReport, reportObject, type Outcome } from './report.ts'

const NODE_ID = 'command'

type Say = (line: string) => void

const open = async (address: DatabaseAddress): Promise<Source> => {
  try {
    return await openSource(address)
  } catch (error) {
    throw error instanceof StoreUnavailable ? new CommandError(`the source cannot be opened. ${error.message}`) : error
  }
}

/** What it says of the source or the target is for the person at the terminal, and the rest is a bug. */
const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BadSource || error instanceof TargetOccupied ? new CommandError(error.message) : error
  }
}

const readPlan = async (source: Source, { family }: ImportArguments): Promise<Plan> => {
  try {
    return makePlan(await readOlderData(source, family), planRules(Math.floor(Date.now() / 1000)))
  } catch (error) {
    throw error instanceof StoreUnavailable ? new CommandError(`the source cannot be read. ${error.message}`) : error
  }
}

/** Without a database there is nothing in the way, and a trial must not make one. */
const rehearse = async (config: Config, plan: Plan, logs: LogCopy | undefined): Promise<Outcome> => {
  const there = logs === undefined ? undefined : await checkLogs(logs)
  const checked = async () => {
    if (config.dsn === '' && !existsSync(config.sqlitePath)) return { wasThere: false, sums: sumsOfPlan(plan) }
    try {
      return await withStore(config, ({ moveIn }) => moveIn.check(plan))
    } catch (error) {
      if (error instanceof StoreMissing) return { wasThere: false, sums: sumsOfPlan(plan) }
      throw error
    }
  }
  return { plan, ...(await checked()), logs: there === undefined ? undefined : { there, here: there }, isDryRun: true }
}

const perform = async (store: Store, plan: Plan, logs: LogCopy | undefined): Promise<Outcome> => {
  if (logs !== undefined) await checkLogs(logs)
  const { wasThere, sums } = await store.moveIn.write(plan)
  const copied = logs === undefined ? undefined : await store.moveIn.copyLogs(logs)
  if (copied !== undefined) await store.logIndex.advance()
  return { plan, wasThere, sums, logs: copied, isDryRun: false }
}

const openTarget = async (config: Config): Promise<Store> => {
  await keepDataPrivate(config)
  const { dsn, sqlitePath, logDsn } = config
  return await openStore({ dsn, sqlitePath, logDsn, ...(await loadRootKeys(config)), nodeId: NODE_ID, clock: Date.now })
}

/** The log is read from its own database where it has one. */
const withLogs = async <T>(
  { sinceSeconds, logSource }: ImportArguments,
  { source, plan, say }: { readonly source: Source; readonly plan: Plan; readonly say: Say },
  work: (logs: LogCopy | undefined) => Promise<T>,
): Promise<T> => {
  if (sinceSeconds === undefined) return await work(undefined)
  const onProgress = createProgress(say)
  const own = logSource === undefined ? undefined : await open(logSource)
  try {
    return await work({ source: own ?? source, family: plan.family, sinceSeconds, onProgress })
  } finally {
    await own?.close()
  }
}

/** Reads the whole source before the target is touched: what cannot be read leaves no trace. */
export const runImport = async (config: Config, args: GivenImport, say: Say): Promise<Shown> => {
  const given = parseImportArguments(args)
  const source = await open(given.source)
  try {
    return await explained(async () => {
      const plan = await readPlan(source, given)
      const outcome = await withLogs(given, { source, plan, say }, async (logs) => {
        if (given.isDryRun) return await rehearse(config, plan, logs)
        const store = await openTarget(config)
        try {
          return await perform(store, plan, logs)
        } finally {
          await store.close()
        }
      })
      return { json: reportObject(outcome), text: renderReport(outcome), isFailure: !outcome.sums.every(isEqual) }
    })
  } finally {
    await source.close()
  }
}
