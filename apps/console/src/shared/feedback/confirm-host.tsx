import { Modal } from 'antd'
import { useObservable } from '../browser/use-observable.ts'
import { useText } from '../i18n/use-text.ts'
import { openQuestion } from './confirm.ts'

const testId = (name: string) => ({ 'data-testid': name })

/** Mounted once by the shell; shows what `confirm()` asks. Focus starts on the harmless button. */
export const ConfirmHost = () => {
  const t = useText()
  const question = useObservable(openQuestion)
  if (question === undefined) return null
  return (
    <Modal
      open
      centered
      width={416}
      title={question.title}
      okText={question.ok}
      cancelText={question.cancel ?? t('common.cancel')}
      okButtonProps={{ danger: question.isDangerous === true, ...testId('btn-confirm') }}
      cancelButtonProps={{ autoFocus: true, ...testId('btn-cancel') }}
      onOk={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      {question.hint}
    </Modal>
  )
}
