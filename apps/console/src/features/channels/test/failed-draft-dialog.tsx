import { reasonText, type TestOutcome } from '@weir/contract/channels/channel-test'
import { Modal } from 'antd'
import { useReader } from './last-test.tsx'
import classes from './probes.module.css'

interface Props {
  readonly outcome: TestOutcome
  readonly onBack: () => void
  readonly onSave: () => void
}

const testId = (name: string) => ({ 'data-testid': name })

/** The test before saving failed: the reader corrects the form, or saves it all the same. */
export const FailedDraftDialog = ({ outcome, onBack, onSave }: Props) => {
  const { t, language } = useReader()
  const { model, reason, message } = outcome
  const why = reasonText(reason, language)
  return (
    <Modal
      open
      width={480}
      title={t('channel.draftFailed')}
      okText={t('channel.saveAnyway')}
      okButtonProps={{ danger: true, ...testId('btn-save-anyway') }}
      onOk={onSave}
      cancelText={t('channel.draftBack')}
      cancelButtonProps={{ autoFocus: true, ...testId('btn-back') }}
      onCancel={onBack}
      data-testid="draft-failed"
    >
      <p>{model === '' ? why : `${model}${language === 'zh' ? '：' : ': '}${why}`}</p>
      {message !== '' && message !== why && <blockquote className={classes.quote}>{message}</blockquote>}
      <p className={classes.quiet}>{t('channel.draftFailedHint')}</p>
    </Modal>
  )
}
