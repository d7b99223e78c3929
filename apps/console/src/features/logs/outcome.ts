import { faultText } from '@weir/contract/log-fault'
import type { LogObject, LogOutcome } from '@weir/contract/log'
import type { Language, MessageKey, Translate } from '../../shared/i18n/translate.ts'
import type { BadgeColor } from '../../shared/ui/badge/badge.tsx'

interface OutcomeBadge {
  readonly label: Extract<MessageKey, `log.outcome.${string}`>
  readonly color: BadgeColor
}

export const outcomeBadges: Readonly<Record<LogOutcome, OutcomeBadge>> = {
  ok: { label: 'log.outcome.ok', color: 'green' },
  failed: { label: 'log.outcome.failed', color: 'red' },
  refused: { label: 'log.outcome.refused', color: 'orange' },
  cut: { label: 'log.outcome.cut', color: 'yellow' },
  left: { label: 'log.outcome.left', color: 'grey' },
}

export interface Reader {
  readonly t: Translate
  readonly language: Language
}

type Ended = Pick<LogObject, 'fault' | 'cut_by'>

/** Why a request did not succeed, in the reader's language; empty where it did. A word that is none of ours is shown as it is. */
export const reasonOf = ({ fault, cut_by: cause }: Ended, { t, language }: Reader): string => {
  if (fault !== '') return faultText(fault, language) ?? fault
  return cause === undefined ? '' : t(`log.cutBy.${cause}`)
}
