import { createSystemToken } from '@weir/contract/user'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { CopyField } from '../../../shared/clipboard/copy-field.tsx'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SettingRow } from '../layout/setting-section.tsx'

/** Shown once, and gone with the page. */
export const SystemToken = () => {
  const t = useText()
  const [token, setToken] = useState('')
  const create = useAction(createSystemToken, { success: false, onDone: setToken })
  const ask = async () => {
    const question = { title: t('personal.generateTitle'), hint: t('personal.generateConfirmHint'), ok: t('personal.generateToken') }
    if (await confirm(question)) create.mutate({})
  }
  const button = (
    <Button loading={create.isPending} onClick={() => void ask()} data-testid="btn-generate-token">
      {t('personal.generateToken')}
    </Button>
  )
  return (
    <SettingRow title={t('personal.token')} hint={t('personal.tokenHint')} action={button}>
      {token !== '' && <CopyField name="system_token" label={t('personal.token')} value={token} copiedAtOnce="personal.tokenCopied" />}
    </SettingRow>
  )
}
