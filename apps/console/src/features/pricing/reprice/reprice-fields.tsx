import { Select } from 'antd'
import { useId } from 'react'
import { DateTimeField } from '../../../shared/form/date-time-field.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './reprice.module.css'

const MAX_MODELS = 50

export interface Draft {
  readonly models: readonly string[]
  readonly start: number | null
  readonly end: number | null
}

interface FieldsProps {
  readonly models: readonly string[]
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

export const RepriceFields = ({ models, draft, onChange }: FieldsProps) => {
  const t = useText()
  const [modelId, startId, endId] = [useId(), useId(), useId()]
  return (
    <>
      <p className={classes.note}>{t('pricing.reprice.hint')}</p>
      <div className={classes.fields}>
        <div className={classes.whole}>
          <label htmlFor={modelId}>{t('pricing.reprice.models')}</label>
          <Select
            id={modelId}
            mode="multiple"
            maxCount={MAX_MODELS}
            value={[...draft.models]}
            options={[...new Set(models)].map((value) => ({ value, label: value }))}
            onChange={(chosen) => onChange({ models: chosen })}
            placeholder={t('pricing.reprice.modelsHint')}
            data-testid="field-models"
          />
        </div>
        <div>
          <label htmlFor={startId}>{t('pricing.reprice.since')}</label>
          <DateTimeField
            id={startId}
            value={draft.start}
            onChange={(start) => onChange({ start })}
            placeholder={t('pricing.reprice.since')}
            testId="field-start"
          />
        </div>
        <div>
          <label htmlFor={endId}>{t('pricing.reprice.until')}</label>
          <DateTimeField
            id={endId}
            value={draft.end}
            onChange={(end) => onChange({ end })}
            placeholder={t('pricing.reprice.until')}
            testId="field-end"
          />
        </div>
      </div>
    </>
  )
}
