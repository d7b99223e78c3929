import type { Config } from '../../config.ts'
import { newestBackupMs } from '../../backup/scheduled-backups.ts'
import { ok, reasonOf, warning, type Finding } from '../finding.ts'

const SUBJECT = 'backups'
const HOUR_MS = 3_600_000
/** One may be missing: a server was down, or another one made it in a folder of its own. */
const LATE = 2

type Schedule = Config['backups']

const judgeBackups = ({ folder, everySeconds }: Schedule, newestMs: number | undefined, nowMs: number): Finding => {
  if (newestMs === undefined) return warning(SUBJECT, `there is none in ${folder}`, 'let the server run for two minutes, then read its log')
  const ageMs = nowMs - newestMs
  const seen = `the newest in ${folder} is ${Math.floor(ageMs / HOUR_MS)} hours old`
  return ageMs > LATE * everySeconds * 1000
    ? warning(
        SUBJECT,
        seen,
        'read the log of the server for "back up"; of several servers, the one that makes them may have another folder',
      )
    : ok(SUBJECT, seen)
}

/** Nothing where none are scheduled. */
export const checkBackups = async (schedule: Schedule, nowMs: number): Promise<readonly Finding[]> => {
  if (schedule.folder === '') return []
  try {
    return [judgeBackups(schedule, await newestBackupMs(schedule.folder), nowMs)]
  } catch (error) {
    return [warning(SUBJECT, `${schedule.folder} cannot be read: ${reasonOf(error)}`, 'run this command with the account of the server')]
  }
}
