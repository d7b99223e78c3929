import { Modal } from 'antd'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useObservable } from '../browser/use-observable.ts'
import { useText } from '../i18n/use-text.ts'
import { openQuestion } from './confirm.ts'
import classes from './confirm-host.module.css'

const testId = (name: string) => ({ 'data-testid': name })

/** Mounted once by the shell; shows what `confirm()` asks. Focus starts on the harmless button. */
export const ConfirmHost = () => {
  const t = useText()
  const question = useObservable(openQuestion)
  const { pathname } = useLocation()
  // A question goes with the page that asked it, by Back as with the session: it would wait for whoever signs in next.
  useEffect(() => () => openQuestion.get()?.answer(false), [pathname])
  if (question === undefined) return null
  return (
    <Modal
      open
      centered
      width={416}
      classNames={{ footer: classes.footer ?? '' }}
      title={question.title}
      okText={question.ok}
      cancelText={question.cancel ?? t('common.cancel')}
      okButtonProps={{ className: classes.ok ?? '', danger: question.isDangerous === true, ...testId('btn-confirm') }}
      cancelButtonProps={{ autoFocus: true, ...testId('btn-cancel') }}
      onOk={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    >
      {question.hint}
    </Modal>
  )
}
