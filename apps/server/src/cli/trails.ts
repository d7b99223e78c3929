import { listAudit, type AuditObject } from '@weir/contract/audit'
import { LOG_OUTCOMES, LogType, listLogs, type AdminLogObject } from '@weir/contract/log'
import { counted } from '@weir/contract/values/counted'
import type { Command } from 'commander'
import { momentOf } from '../ledger-commands.ts'
import type { Settings } from '../settings/settings.ts'
import { logFilter } from '../admin/logs/log-query.ts'
import { parseWith } from '../admin/parse-part.ts'
import { allPages, choiceIn, limitIn, wholeIn } from './amounts.ts'
import { verifyAudit } from '../audit-commands.ts'
import { withGateway, type Gateway } from './gateway.ts'
import { addLeaf, type Given } from './leaf.ts'
import { exportRows } from './log-export/export-rows.ts'
import { ndjsonOf } from './log-export/ndjson.ts'
import { parquetOf } from './log-export/parquet.ts'
import { writeExport } from './log-export/write-export.ts'
import { findChannel, findUser } from './lookup.ts'
import { renderTable, renderTime } from './render.ts'
import type { Session } from './session.ts'

/** A trail has no end that somebody reads to. */
const USUAL_LIMIT = 100

const PERIOD = {
  since: ['<moment>', 'from a day such as 2026-11-30, or a moment such as 2026-11-30T08:00:00+08:00'],
  until: ['<moment>', 'before a day or a moment'],
  limit: ['<number>', `no more than so many rows; ${USUAL_LIMIT} unless told`],
} as const

const periodIn = ({ since, until }: Pick<Given<typeof PERIOD>, 'since' | 'until'>, settings: Settings) => ({
  start_timestamp: since === undefined ? 0 : momentOf(since, settings),
  // The end of the endpoints is the last second that counts.
  end_timestamp: until === undefined ? 0 : momentOf(until, settings) - 1,
})

const TYPE_WORDS = ['topUp', 'consume', 'manage', 'system', 'test', 'refused'] as const

const typeWord = ({ type }: AdminLogObject): string => Object.entries(LogType).find(([, known]) => known === type)?.[0] ?? String(type)

const logColumns = {
  time: ({ created_at: at }: AdminLogObject) => renderTime(at),
  type: typeWord,
  user: ({ username }: AdminLogObject) => username,
  token: ({ token_name: name }: AdminLogObject) => name,
  model: ({ model_name: name }: AdminLogObject) => name,
  channel: ({ channel }: AdminLogObject) => channel || '',
  outcome: ({ outcome }: AdminLogObject) => outcome,
  quota: ({ quota }: AdminLogObject) => quota,
  content: ({ content }: AdminLogObject) => content,
}

const LOG_FLAGS = {
  user: ['<user>', 'of this account'],
  token: ['<name>', 'of tokens of this name'],
  model: ['<name>', 'of this model'],
  channel: ['<channel>', 'by this channel'],
  group: ['<name>', 'charged by this group'],
  type: ['<word>', TYPE_WORDS.join(', ')],
  outcome: ['<word>', LOG_OUTCOMES.join(', ')],
  fault: ['<word>', 'that failed or was refused for this reason, such as rate-limited'],
  attempts: ['<number>', 'for which at least so many channels were tried'],
  request: ['<id>', 'of this request'],
  since: PERIOD.since,
  until: PERIOD.until,
} as const

const logQuery = async (given: Given<typeof LOG_FLAGS>, gateway: Gateway) => ({
  ...periodIn(given, gateway.settings.current()),
  ...(given.user !== undefined && { username: (await findUser(gateway, given.user)).username }),
  ...(given.token !== undefined && { token_name: given.token }),
  ...(given.model !== undefined && { model_name: given.model }),
  ...(given.channel !== undefined && { channel: await findChannel(gateway, given.channel) }),
  ...(given.group !== undefined && { group: given.group }),
  ...(given.type !== undefined && { type: LogType[choiceIn('--type', given.type, TYPE_WORDS)] }),
  ...(given.outcome !== undefined && { outcome: choiceIn('--outcome', given.outcome, LOG_OUTCOMES) }),
  ...(given.fault !== undefined && { fault: given.fault }),
  ...(given.attempts !== undefined && { attempts: wholeIn('--attempts', given.attempts) }),
  ...(given.request !== undefined && { request_id: given.request }),
})

const EXPORT_FORMATS = ['ndjson', 'parquet'] as const
const FORMATS = { ndjson: ndjsonOf, parquet: parquetOf }

const auditColumns = {
  time: ({ created_at: at }: AuditObject) => renderTime(at),
  actor: ({ actor_name: name }: AuditObject) => name,
  action: ({ action }: AuditObject) => action,
  object: ({ object }: AuditObject) => object,
  before: ({ before }: AuditObject) => before,
  after: ({ after }: AuditObject) => after,
}

/** What was done: by callers, and by operators. */
export const addTrails = (program: Command, session: Session): void => {
  const logs = program.command('log').description('requests and what else happened: list, export')
  addLeaf(
    { parent: logs, session },
    { usage: 'list', summary: 'list rows of the log, newest first; times in UTC', flags: { ...LOG_FLAGS, limit: PERIOD.limit } },
    (_, given) =>
      withGateway(session.config(), async (gateway) => {
        const query = await logQuery(given, gateway)
        const rows = await allPages(
          async (page) => (await gateway.call(listLogs, { query: { ...query, ...page } })).data,
          limitIn(given.limit, USUAL_LIMIT),
        )
        return { json: rows, text: renderTable(rows, logColumns) }
      }),
  )
  addLeaf(
    { parent: logs, session },
    {
      usage: 'export',
      summary: 'write every row of the log, newest first, to a file or to the output',
      flags: {
        format: ['<word>', EXPORT_FORMATS.join(', ')],
        output: ['<file>', 'a file that does not exist yet, readable by its owner alone; the output unless told'],
        ...LOG_FLAGS,
      },
    },
    (_, { format = 'ndjson', output, ...given }) =>
      withGateway(session.config(), async (gateway) => {
        const query = parseWith(listLogs.input.query, await logQuery(given, gateway), 'en')
        const rows = exportRows(gateway.store, logFilter(query))
        await writeExport({
          bytes: FORMATS[choiceIn('--format', format, EXPORT_FORMATS)](rows.batches),
          file: output,
          write: session.terminal.write,
        })
        const count = rows.count()
        return { json: { file: output, rows: count }, text: output === undefined ? undefined : `${output} has ${counted(count, 'row')}.` }
      }),
  )
  const audit = program.command('audit').description('what operators have changed: list, verify')
  addLeaf(
    { parent: audit, session },
    {
      usage: 'list',
      summary: 'list the audit trail, newest first; times in UTC',
      flags: { action: ['<name>', 'of this kind, such as user.edit'], ...PERIOD },
    },
    (_, { action = '', limit, ...period }) =>
      withGateway(session.config(), async ({ call, settings }) => {
        const query = { action, ...periodIn(period, settings.current()) }
        const rows = await allPages(
          async (page) => (await call(listAudit, { query: { ...query, ...page } })).data,
          limitIn(limit, USUAL_LIMIT),
        )
        return { json: rows, text: renderTable(rows, auditColumns) }
      }),
  )
  addLeaf(
    { parent: audit, session },
    {
      usage: 'verify',
      summary: 'look whether an entry of the audit trail was altered, moved or removed',
      flags: { head: ['<hash>', 'a head noted earlier, to see whether the last entries were cut off'] },
    },
    (_, { head }) => verifyAudit(session.config(), head),
  )
}
