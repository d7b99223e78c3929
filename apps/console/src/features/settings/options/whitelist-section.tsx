import { splitList } from '@weir/contract/values/quantity'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { SettingSection } from '../layout/setting-section.tsx'
import classes from '../layout/settings.module.css'
import { useUnsavedSection } from '../layout/unsaved-sections.ts'
import type { Stored } from './option-changes.ts'
import { OptionToggle } from './option-toggle.tsx'
import { useSaveOptions } from './use-options.ts'

interface ChipsProps {
  readonly domains: readonly string[]
  readonly onRemove: (domain: string) => void
}

const Chips = ({ domains, onRemove }: ChipsProps) => {
  const t = useText()
  if (domains.length === 0) return <p className={classes.hint}>{t('whitelist.empty')}</p>
  return (
    <ul className={classes.chips} aria-label={t('option.EmailDomainWhitelist')}>
      {domains.map((domain) => (
        <li key={domain} className={classes.chip} data-testid="domain">
          {domain}
          <button type="button" className={classes.remove} aria-label={t('whitelist.remove', { domain })} onClick={() => onRemove(domain)}>
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** What is shown is what is saved: one list, changed here and sent as a whole. */
export const WhitelistSection = ({ stored }: { readonly stored: Stored }) => {
  const t = useText()
  const saved = stored('EmailDomainWhitelist')
  const [edited, setEdited] = useState<readonly string[]>()
  const [typed, setTyped] = useState('')
  const save = useSaveOptions(t('section.whitelist'))
  const domains = edited ?? splitList(saved)

  const add = () => {
    const domain = typed.trim().toLowerCase()
    if (domain !== '' && !domains.includes(domain)) setEdited([...domains, domain])
    setTyped('')
  }
  const value = domains.join(',')
  const isChanged = value !== splitList(saved).join(',')
  useUnsavedSection(isChanged || typed.trim() !== '')
  const submit = () => {
    if (!isChanged) notify.info(t('setting.unchanged'))
    else save.mutate([{ key: 'EmailDomainWhitelist', value }], { onSuccess: () => setEdited(undefined) })
  }

  return (
    <SettingSection name="whitelist" title={t('section.whitelist')}>
      <OptionToggle option="EmailDomainRestrictionEnabled" label={t('option.EmailDomainRestrictionEnabled')} stored={stored} />
      <Chips domains={domains} onRemove={(domain) => setEdited(domains.filter((kept) => kept !== domain))} />
      <div className={classes.adder}>
        <Input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={add}
          placeholder={t('whitelist.placeholder')}
          aria-label={t('whitelist.input')}
          spellCheck={false}
          data-testid="field-domain"
        />
        <Button onClick={add} data-testid="btn-add-domain">
          {t('whitelist.add')}
        </Button>
      </div>
      <div className={classes.buttons}>
        <Button type={isChanged ? 'primary' : 'default'} loading={save.isPending} onClick={submit} data-testid="btn-save-whitelist">
          {t('setting.save', { section: t('section.whitelist') })}
        </Button>
      </div>
    </SettingSection>
  )
}
