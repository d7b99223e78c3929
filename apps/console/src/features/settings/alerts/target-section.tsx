import { useQueryClient } from '@tanstack/react-query'
import { deleteAlertTarget, listAlertTargets, testAlertTarget, type AlertTargetObject } from '@weir/contract/alerts/alert-target'
import { isRoot } from '@weir/contract/user'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { useIsNarrow } from '../../../shared/browser/use-media.ts'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useUser } from '../../../shared/session/use-session.ts'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'
import classes from '../layout/settings.module.css'
import { targetText } from './alert-words.ts'
import { TargetDialog } from './target-dialog.tsx'

export const TargetSection = ({ targets }: { readonly targets: readonly AlertTargetObject[] }) => {
  const t = useText()
  const user = useUser()
  const isNarrow = useIsNarrow()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<{ readonly target: AlertTargetObject | undefined } | undefined>()
  const refresh = () => void client.invalidateQueries({ queryKey: [listAlertTargets.path] })
  const remove = useAction(deleteAlertTarget, { onDone: refresh })
  const test = useAction(testAlertTarget, { success: 'alert.target.tested' })
  const canEdit = user !== undefined && isRoot(user.role)
  const askRemove = async ({ id, name }: AlertTargetObject) => {
    const title = t('alert.target.deleteNamed', { name })
    if (await confirm({ title, hint: t('alert.target.deleteHint'), ok: t('common.delete'), isDangerous: true }))
      remove.mutate({ params: { id } })
  }
  const buttonsOf = (target: AlertTargetObject) => (
    <Flex gap="small">
      <Button
        loading={test.isPending && test.variables.params.id === target.id}
        onClick={() => test.mutate({ params: { id: target.id } })}
        aria-label={t('alert.target.testNamed', { name: target.name })}
        data-testid="btn-alert-target-test"
      >
        {t('alert.target.test')}
      </Button>
      <Button
        onClick={() => setDialog({ target })}
        aria-label={t('alert.target.editNamed', { name: target.name })}
        data-testid="btn-alert-target-edit"
      >
        {t('common.edit')}
      </Button>
      <Button
        danger
        onClick={() => void askRemove(target)}
        aria-label={t('alert.target.deleteNamed', { name: target.name })}
        data-testid="btn-alert-target-delete"
      >
        {t('common.delete')}
      </Button>
    </Flex>
  )
  return (
    <SettingSection name="alert-targets" title={t('alert.targets')} help={t('alert.targetsHelp')}>
      {targets.length === 0 && <p className={classes.hint}>{t('alert.noTargets')}</p>}
      {targets.map((target) => (
        <SettingRow key={target.id} title={target.name} hint={targetText(target, t)} action={canEdit && !isNarrow && buttonsOf(target)}>
          {canEdit && isNarrow && buttonsOf(target)}
        </SettingRow>
      ))}
      {canEdit && (
        <Flex>
          <Button type="primary" onClick={() => setDialog({ target: undefined })} data-testid="btn-alert-target-add">
            {t('alert.target.add')}
          </Button>
        </Flex>
      )}
      {dialog !== undefined && <TargetDialog target={dialog.target} onClose={() => setDialog(undefined)} onSaved={refresh} />}
    </SettingSection>
  )
}
