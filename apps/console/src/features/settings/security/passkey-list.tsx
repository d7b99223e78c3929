import { useQueryClient } from '@tanstack/react-query'
import { listPasskeys } from '@weir/contract/sign-in/passkey'
import { getFactors } from '@weir/contract/sign-in/second-factor'
import { Button } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { supportsPasskeys } from '../../../shared/passkeys/supports-passkeys.ts'
import { usePasskey } from '../../../shared/passkeys/use-passkey.ts'
import { MissingSection } from '../layout/missing-section.tsx'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'
import { deviceName } from './device-name.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export const PasskeyList = () => {
  const t = useText()
  const client = useQueryClient()
  const read = useEndpoint(listPasskeys, {}, { isOptional: true })
  const { data: factors } = useEndpoint(getFactors, {}, { isOptional: true })
  const [isAdding, setIsAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  const add = usePasskey<string, readonly string[]>(
    ({ registerPasskey }) => registerPasskey,
    (fresh) => {
      notify.success(t('passkey.added'))
      setIsAdding(false)
      setCodes(fresh)
      void client.invalidateQueries({ queryKey: [listPasskeys.path] })
      void client.invalidateQueries({ queryKey: [getFactors.path] })
    },
  )
  const section = { name: 'passkeys', title: t('passkey.title'), help: t('passkey.help') }
  const passkeys = read.data
  if (!passkeys) return <MissingSection {...section} rows={1} read={read} />

  const canAdd = supportsPasskeys()
  const mustStay = factors?.is_required === true && !factors.totp && passkeys.length === 1
  const button = (
    <Button disabled={!canAdd} onClick={() => setIsAdding(true)} data-testid="btn-passkey-add">
      {t('passkey.add')}
    </Button>
  )
  return (
    <SettingSection {...section}>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} mustStay={mustStay} />
      ))}
      <SettingRow title={t('passkey.another')} hint={t(canAdd ? 'passkey.addHint' : 'passkey.unsupported')} action={button}>
        <RecoveryCodes codes={codes} />
      </SettingRow>
      {isAdding && (
        <PasskeyDialog
          title={t('passkey.add')}
          hint={t('passkey.nameHint')}
          okText={t('passkey.create')}
          name={deviceName(navigator.userAgent).slice(0, 50)}
          isBusy={add.isPending}
          onName={(name) => add.mutate(name)}
          onClose={() => setIsAdding(false)}
        />
      )}
    </SettingSection>
  )
}
