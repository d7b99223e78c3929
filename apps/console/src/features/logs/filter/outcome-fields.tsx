import { LOG_OUTCOMES, MOST_ATTEMPTS } from '@weir/contract/log'
import { REFUSAL_FAULTS, REQUEST_FAULTS, faultText } from '@weir/contract/log-fault'
import { Select } from 'antd'
import { useLanguagePack } from '../../../shared/i18n/use-text.ts'
import { outcomeBadges } from '../outcome.ts'
import classes from '../logs.module.css'
import type { LogFilter } from './log-filter.ts'

/** What applies as soon as it is chosen. */
export type Chosen = Partial<Pick<LogFilter, 'type' | 'outcome' | 'fault' | 'attempts'>>

interface Props {
  readonly filter: LogFilter
  readonly onChoose: (chosen: Chosen) => void
}

export const OutcomeField = ({ filter, onChoose }: Props) => {
  const { t } = useLanguagePack()
  return (
    <Select
      className={classes.type ?? ''}
      value={filter.outcome}
      options={[
        { value: '' as const, label: t('log.allOutcomes') },
        ...LOG_OUTCOMES.map((value) => ({ value, label: t(outcomeBadges[value].label) })),
      ]}
      onChange={(outcome) => onChoose({ outcome, fault: '' })}
      aria-label={t('log.outcome')}
      data-testid="field-outcome"
    />
  )
}

/** The reasons that rows of this outcome can tell. */
export const FaultField = ({ filter, onChoose }: Props) => {
  const { t, language } = useLanguagePack()
  const named = (faults: readonly string[]) => faults.map((value) => ({ value, label: faultText(value, language) ?? value }))
  const failed = { label: t('log.reasons.failed'), options: named(REQUEST_FAULTS) }
  const refused = { label: t('log.reasons.refused'), options: named(REFUSAL_FAULTS) }
  const groups = [...(filter.outcome === 'refused' ? [] : [failed]), ...(filter.outcome === 'failed' ? [] : [refused])]
  return (
    <Select
      className={classes.fault ?? ''}
      value={filter.fault}
      options={[{ label: '', title: '', options: [{ value: '', label: t('log.allReasons') }] }, ...groups]}
      popupMatchSelectWidth={false}
      onChange={(fault) => onChoose({ fault })}
      aria-label={t('log.reason')}
      data-testid="field-fault"
    />
  )
}

export const AttemptsField = ({ filter, onChoose }: Props) => {
  const { t } = useLanguagePack()
  const counts = Array.from({ length: MOST_ATTEMPTS - 1 }, (_, index) => index + 2)
  return (
    <Select
      className={classes.type ?? ''}
      value={filter.attempts}
      options={[
        { value: 0, label: t('log.anyAttempts') },
        ...counts.map((value) => ({ value, label: t('log.attemptsFrom', { count: value }) })),
      ]}
      popupMatchSelectWidth={false}
      onChange={(attempts) => onChoose({ attempts })}
      aria-label={t('log.attempts')}
      data-testid="field-attempts"
    />
  )
}
