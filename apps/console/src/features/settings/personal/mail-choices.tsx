import { useQueryClient } from '@tanstack/react-query'
import { getMailChoices, MAIL_KINDS, setMailChoices, type MailKind } from '@weir/contract/alerts/mail-choices'
import { Switch } from 'antd'
import { useAction, useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { MissingSection } from '../layout/missing-section.tsx'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'

/** Which mails the reader wants; a switch counts at once. */
export const MailChoices = () => {
  const t = useText()
  const client = useQueryClient()
  const read = useEndpoint(getMailChoices, {}, { isOptional: true })
  const save = useAction(setMailChoices, { onDone: () => void client.invalidateQueries({ queryKey: [getMailChoices.path] }) })
  const section = { name: 'mails', title: t('mails.title'), help: t('mails.help') }
  const choices = read.data
  if (!choices) return <MissingSection {...section} rows={MAIL_KINDS.length} read={read} />

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
    <SettingSection {...section}>
      {MAIL_KINDS.map((kind) => (
        <SettingRow key={kind} title={t(`mails.${kind}`)} hint={t(`mails.hint.${kind}`)} action={switchOf(kind)} />
      ))}
    </SettingSection>
  )
}
