import { useQueryClient } from '@tanstack/react-query'
import { listAlerts } from '@weir/contract/alerts/alert'
import { deleteAlertRule, listAlertRules, type AlertRuleObject } from '@weir/contract/alerts/alert-rule'
import type { AlertTargetObject } from '@weir/contract/alerts/alert-target'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { useAction, useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useIsNarrow } from '../../../shared/browser/use-media.ts'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../../shared/session/use-session.ts'
import { FailedLine } from '../../../shared/ui/page/state.tsx'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'
import classes from '../layout/settings.module.css'
import { ruleText } from './alert-words.ts'
import { RuleDialog } from './rule-dialog.tsx'

export const RuleSection = ({ targets }: { readonly targets: readonly AlertTargetObject[] }) => {
  const t = useText()
  const display = useQuotaDisplay()
  const isNarrow = useIsNarrow()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<{ readonly rule: AlertRuleObject | undefined } | undefined>()
  const { data: rules, isError, isFetching, refetch } = useEndpoint(listAlertRules, {}, { isOptional: true })
  const refresh = () => {
    for (const { path } of [listAlertRules, listAlerts]) void client.invalidateQueries({ queryKey: [path] })
  }
  const remove = useAction(deleteAlertRule, { onDone: refresh })
  const askRemove = async ({ id, name }: AlertRuleObject) => {
    const title = t('alert.rule.deleteNamed', { name })
    if (await confirm({ title, hint: t('alert.rule.deleteHint'), ok: t('common.delete'), isDangerous: true }))
      remove.mutate({ params: { id } })
  }
  const buttonsOf = (rule: AlertRuleObject) => (
    <Flex gap="small">
      <Button
        onClick={() => setDialog({ rule })}
        aria-label={t('alert.rule.editNamed', { name: rule.name })}
        data-testid="btn-alert-rule-edit"
      >
        {t('common.edit')}
      </Button>
      <Button
        danger
        onClick={() => void askRemove(rule)}
        aria-label={t('alert.rule.deleteNamed', { name: rule.name })}
        data-testid="btn-alert-rule-delete"
      >
        {t('common.delete')}
      </Button>
    </Flex>
  )
  return (
    <SettingSection name="alert-rules" title={t('alert.rules')} help={t('alert.rulesHelp')}>
      {!rules && isError && <FailedLine isBusy={isFetching} onRetry={() => void refetch()} />}
      {rules?.length === 0 && <p className={classes.hint}>{t('alert.noRules')}</p>}
      {rules?.map((rule) => (
        <SettingRow key={rule.id} title={rule.name} hint={ruleText(rule, targets, { t, display })} action={!isNarrow && buttonsOf(rule)}>
          {isNarrow && buttonsOf(rule)}
        </SettingRow>
      ))}
      <Flex>
        <Button type="primary" onClick={() => setDialog({ rule: undefined })} data-testid="btn-alert-rule-add">
          {t('alert.rule.add')}
        </Button>
      </Flex>
      {dialog !== undefined && <RuleDialog rule={dialog.rule} targets={targets} onClose={() => setDialog(undefined)} onSaved={refresh} />}
    </SettingSection>
  )
}
