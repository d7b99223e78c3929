import { useQueryClient } from '@tanstack/react-query'
import { listPasskeys, removePasskey, renamePasskey, type PasskeyObject } from '@weir/contract/sign-in/passkey'
import { getFactors } from '@weir/contract/sign-in/second-factor'
import { formatTimestamp } from '@weir/contract/values/format'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SettingRow } from '../layout/setting-section.tsx'
import layout from '../layout/settings.module.css'
import { PasskeyDialog } from './passkey-dialog.tsx'

interface Props {
  readonly passkey: PasskeyObject
  /** The only factor of an account that must have one. */
  readonly mustStay: boolean
}

export const PasskeyRow = ({ passkey: { id, name, created_at, used_at }, mustStay }: Props) => {
  const t = useText()
  const client = useQueryClient()
  const [isRenaming, setIsRenaming] = useState(false)
  const refresh = (path: string) => void client.invalidateQueries({ queryKey: [path] })
  const rename = useAction(renamePasskey, {
    onDone: () => {
      setIsRenaming(false)
      refresh(listPasskeys.path)
    },
  })
  const remove = useAction(removePasskey, {
    onDone: () => {
      refresh(listPasskeys.path)
      refresh(getFactors.path)
    },
  })
  const askRemove = async () => {
    const question = { title: t('passkey.removeTitle', { name }), hint: t('passkey.removeHint'), ok: t('passkey.removeNamed', { name }) }
    if (await confirm({ ...question, isDangerous: true })) remove.mutate({ params: { id } })
  }
  const times = { created: formatTimestamp(created_at), used: formatTimestamp(used_at) }
  const buttons = (
    <div className={layout.buttons}>
      <Button onClick={() => setIsRenaming(true)} aria-label={t('passkey.renameNamed', { name })} data-testid="btn-passkey-rename">
        {t('passkey.rename')}
      </Button>
      <Button
        danger
        disabled={mustStay}
        loading={remove.isPending}
        onClick={() => void askRemove()}
        aria-label={t('passkey.removeNamed', { name })}
        data-testid="btn-passkey-remove"
      >
        {t('common.delete')}
      </Button>
    </div>
  )
  return (
    <SettingRow title={name} hint={used_at === 0 ? t('passkey.unused', times) : t('passkey.used', times)} action={buttons}>
      {isRenaming && (
        <PasskeyDialog
          title={t('passkey.rename')}
          okText={t('passkey.rename')}
          name={name}
          isBusy={rename.isPending}
          onName={(next) => rename.mutate({ params: { id }, body: { name: next } })}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </SettingRow>
  )
}
