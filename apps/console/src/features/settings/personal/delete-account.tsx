import { useQueryClient } from '@tanstack/react-query'
import { deleteSelf } from '@weir/contract/account'
import { logout } from '@weir/contract/session'
import { getStatus } from '@weir/contract/status'
import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { authPaths } from '../../../shared/navigation/paths.ts'
import { authSession } from '../../../shared/session/auth-session.ts'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'
import classes from '../layout/settings.module.css'

const testId = (name: string) => ({ 'data-testid': name })

/** The account goes first, then the session; the browser forgets the user whatever the second call says. */
const useDeleteAccount = () => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const leave = useAction(logout, { success: false })
  const signOut = () => {
    authSession.signOut()
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== getStatus.path })
    void navigate(authPaths.login)
  }
  return useAction(deleteSelf, {
    success: 'personal.deleted',
    onDone: () => void leave.mutateAsync({}).then(signOut, signOut),
  })
}

interface DialogProps {
  readonly username: string
  readonly onClose: () => void
}

const DeleteDialog = ({ username, onClose }: DialogProps) => {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const remove = useDeleteAccount()
  const confirm = () => {
    if (typed === username) remove.mutate({})
    else notify.error(t('personal.deleteMismatch'))
  }
  return (
    <Modal
      open
      centered
      width={416}
      title={t('personal.deleteTitle', { name: username })}
      okText={t('personal.deleteOk', { name: username })}
      confirmLoading={remove.isPending}
      okButtonProps={{ danger: true, ...testId('btn-delete-confirm') }}
      onOk={confirm}
      onCancel={onClose}
    >
      <div className={classes.item}>
        <p className={classes.hint}>{t('personal.deleteHint')}</p>
        <div className={classes.field}>
          <label htmlFor={id}>{t('personal.deleteType', { name: username })}</label>
          <Input
            id={id}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={confirm}
            autoComplete="off"
            spellCheck={false}
            data-testid="field-confirm"
          />
        </div>
      </div>
    </Modal>
  )
}

export const DeleteAccount = ({ username }: { readonly username: string }) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const button = (
    <Button danger onClick={() => setIsOpen(true)} data-testid="btn-delete-account">
      {t('personal.delete')}
    </Button>
  )
  return (
    <SettingSection name="danger" title={t('personal.danger')}>
      <SettingRow title={t('personal.delete')} hint={t('personal.deleteHint')} action={button} />
      {isOpen && <DeleteDialog username={username} onClose={() => setIsOpen(false)} />}
    </SettingSection>
  )
}
