import type { ChannelObject } from '@weir/contract/channel'
import { failureText, type TestOutcome } from '@weir/contract/channel-test'
import { formatSeconds, formatTimestamp, speedColor } from '@weir/contract/values/format'
import { relativeTime } from '../../../shared/i18n/relative-time.ts'
import type { Language, Translate } from '../../../shared/i18n/translate.ts'
import type { BadgeColor } from '../../../shared/ui/badge/badge.tsx'

export interface OutcomeBadge {
  readonly color: BadgeColor
  readonly text: string
  readonly tooltip: string
  /** How long ago; empty when it was never. */
  readonly age: string
  /** Why it failed; empty otherwise. */
  readonly reason: string
}

interface Reader {
  readonly t: Translate
  readonly language: Language
  readonly nowSeconds: number
}

/** A passed test is told by its time, a failed one never: a fast refusal is no fast answer. */
export const outcomeBadge = (outcome: TestOutcome, { t, language, nowSeconds }: Reader): OutcomeBadge => {
  // The server's clock may be ahead of the reader's: nothing was tested in the future.
  const testedAt = Math.min(outcome.test_time, nowSeconds)
  const age = outcome.test_time > 0 ? relativeTime(testedAt, nowSeconds, language) : ''
  const at = t('channel.testedAt', { time: formatTimestamp(outcome.test_time) })
  if (!outcome.success) {
    const reason = failureText(outcome, language)
    return { color: 'red', text: t('channel.testFailed'), tooltip: `${reason} · ${at}`, age, reason }
  }
  // 0 stands for "never tested" in the colours; an answer within the millisecond is a fast one.
  const color = speedColor(Math.max(1, outcome.response_time))
  return { color, text: formatSeconds(outcome.response_time), tooltip: at, age, reason: '' }
}

type Tested = Pick<ChannelObject, 'test_time' | 'response_time'> & { readonly last_test?: ChannelObject['last_test'] | undefined }

/** How the channel did last. A server from before outcomes were kept tells its times alone. */
export const channelBadge = ({ last_test: last, test_time, response_time }: Tested, reader: Reader): OutcomeBadge => {
  if (last !== null && last !== undefined) return outcomeBadge(last, reader)
  const { t } = reader
  const tooltip = test_time > 0 ? t('channel.testedAt', { time: formatTimestamp(test_time) }) : t('channel.untested')
  const text = response_time > 0 ? formatSeconds(response_time) : t('channel.untested')
  return { color: speedColor(response_time), text, tooltip, age: '', reason: '' }
}
