import { formatTimestamp } from '@weir/contract/values/format'
import { deleteLogs } from '@weir/contract/log'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { DateTimeField } from '../../../shared/form/date-time-field.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SettingSection } from '../layout/setting-section.tsx'
import classes from '../layout/settings.module.css'
import { TwinNote, type TwinTab } from '../layout/twin-note.tsx'

/** Thirty days. */
const DEFAULT_AGE_SECONDS = 2_592_000

export const ClearLogs = ({ twin }: { readonly twin: TwinTab }) => {
  const t = useText()
  const id = useId()
  const [target, setTarget] = useState<number | null>(() => Math.floor(Date.now() / 1000) - DEFAULT_AGE_SECONDS)
  const clear = useAction(deleteLogs, {
    success: false,
    failure: 'history.failed',
    lost: 'error.offline',
    onDone: (count) => notify.success(t('history.done', { count })),
  })
  const ask = async (before: number) => {
    const title = t('history.title', { time: formatTimestamp(before) })
    if (!(await confirm({ title, hint: t('history.hint'), ok: t('history.clear'), isDangerous: true }))) return
    clear.mutate({ query: { target_timestamp: before } })
  }
  return (
    <SettingSection name="history" title={t('section.history')}>
      <TwinNote tab={twin} />
      <div className={classes.field}>
        <label htmlFor={id}>{t('history.target')}</label>
        <DateTimeField id={id} value={target} onChange={setTarget} placeholder={t('history.target')} testId="field-target" />
      </div>
      <div className={classes.buttons}>
        <Button
          disabled={target === null}
          loading={clear.isPending}
          onClick={() => target !== null && void ask(target)}
          data-testid="btn-clear-logs"
        >
          {t('history.clear')}
        </Button>
      </div>
    </SettingSection>
  )
}
