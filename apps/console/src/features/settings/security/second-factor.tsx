import { useQueryClient } from '@tanstack/react-query'
import { getFactors, offerTotp, removeTotp, renewRecoveryCodes } from '@weir/contract/sign-in/second-factor'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction, useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { MissingSection } from '../layout/missing-section.tsx'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'
import layout from '../layout/settings.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpDialog, type TotpOffer } from './totp-dialog.tsx'

export const SecondFactor = () => {
  const t = useText()
  const client = useQueryClient()
  const read = useEndpoint(getFactors, {}, { isOptional: true })
  const [offer, setOffer] = useState<TotpOffer>()
  const [codes, setCodes] = useState<readonly string[]>([])
  const refresh = () => void client.invalidateQueries({ queryKey: [getFactors.path] })
  const show = (fresh: readonly string[]) => {
    setOffer(undefined)
    setCodes(fresh)
    refresh()
  }
  const start = useAction(offerTotp, { success: false, onDone: setOffer })
  const remove = useAction(removeTotp, { onDone: () => show([]) })
  const renew = useAction(renewRecoveryCodes, { success: false, onDone: show })
  const section = { name: 'second-factor', title: t('factor.title'), help: t('factor.help') }
  const factors = read.data
  if (!factors) return <MissingSection {...section} rows={1} read={read} />

  const hasPasskeys = factors.passkeys > 0
  const hasFactor = factors.totp || hasPasskeys
  const askRemove = async () => {
    const hint = t(hasPasskeys ? 'factor.removeHintPasskeys' : 'factor.removeHint')
    if (await confirm({ title: t('factor.remove'), hint, ok: t('factor.remove'), isDangerous: true })) remove.mutate({})
  }
  const askRenew = async () => {
    if (await confirm({ title: t('factor.renew'), hint: t('factor.renewHint'), ok: t('factor.renew') })) renew.mutate({})
  }
  const appButton = factors.totp ? (
    <Button
      danger
      disabled={factors.is_required && !hasPasskeys}
      loading={remove.isPending}
      onClick={() => void askRemove()}
      data-testid="btn-totp-remove"
    >
      {t('factor.remove')}
    </Button>
  ) : (
    <Button
      type={factors.is_required && !hasFactor ? 'primary' : 'default'}
      loading={start.isPending}
      onClick={() => start.mutate({})}
      data-testid="btn-totp"
    >
      {t('factor.setUp')}
    </Button>
  )
  const renewButton = (
    <Button loading={renew.isPending} onClick={() => void askRenew()} data-testid="btn-recovery">
      {t('factor.renew')}
    </Button>
  )
  return (
    <SettingSection {...section}>
      {factors.is_required && !hasFactor && (
        <div className={layout.note} role="alert">
          <p>{t('factor.required')}</p>
        </div>
      )}
      <SettingRow title={t('factor.app')} hint={t(factors.totp ? 'factor.appOn' : 'factor.appOff')} action={appButton} />
      {hasFactor && (
        <SettingRow title={t('factor.recovery')} hint={t('factor.recoveryLeft', { count: factors.recovery_codes })} action={renewButton}>
          <RecoveryCodes codes={codes} />
        </SettingRow>
      )}
      {offer !== undefined && <TotpDialog offer={offer} onClose={() => setOffer(undefined)} onActive={show} />}
    </SettingSection>
  )
}
