import { useQueryClient } from '@tanstack/react-query'
import { getMailChoices, MAIL_KINDS, setMailChoices, type MailKind } from '@weir/contract/alerts/mail-choices'
import { Switch } from 'antd'
import { useAction, useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'

/** Which mails the reader wants; a switch counts at once. */
export const MailChoices = () => {
  const t = useText()
  const client = useQueryClient()
  const { data: choices } = useEndpoint(getMailChoices, {}, { isOptional: true })
  const save = useAction(setMailChoices, { onDone: () => void client.invalidateQueries({ queryKey: [getMailChoices.path] }) })
  if (!choices) return null

  const switchOf = (kind: MailKind) => (
    <Switch
      checked={choices[kind]}
      loading={save.isPending && save.variables.body[kind] !== undefined}
      onChange={(isWanted) => save.mutate({ body: { [kind]: isWanted } })}
      aria-label={t(`mails.${kind}`)}
      data-testid={`switch-mails-${kind}`}
    />
  )
  return (
    <SettingSection name="mails" title={t('mails.title')} help={t('mails.help')}>
      {MAIL_KINDS.map((kind) => (
        <SettingRow key={kind} title={t(`mails.${kind}`)} hint={t(`mails.hint.${kind}`)} action={switchOf(kind)} />
      ))}
    </SettingSection>
  )
}
