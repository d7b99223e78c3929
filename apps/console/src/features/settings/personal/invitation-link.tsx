import { getInvitationCode } from '@weir/contract/account'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { CopyField } from '../../../shared/clipboard/copy-field.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { authPaths } from '../../../shared/navigation/paths.ts'
import { SettingRow } from '../layout/setting-section.tsx'

export const InvitationLink = () => {
  const t = useText()
  const [shown, setShown] = useState({ link: '', times: 0 })
  const ask = useAction(getInvitationCode, {
    success: false,
    onDone: (code) =>
      setShown({ link: `${window.location.origin}${authPaths.register}?aff=${encodeURIComponent(code)}`, times: shown.times + 1 }),
  })
  const button = (
    <Button loading={ask.isPending} onClick={() => ask.mutate({})} data-testid="btn-copy-invite">
      {t('personal.copyInvite')}
    </Button>
  )
  return (
    <SettingRow title={t('personal.invite')} hint={t('personal.inviteHint')} action={button}>
      {shown.link !== '' && (
        <CopyField
          key={shown.times}
          name="invitation"
          label={t('personal.invite')}
          value={shown.link}
          copiedAtOnce="personal.inviteCopied"
        />
      )}
    </SettingRow>
  )
}
