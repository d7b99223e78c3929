import type { TokenObject } from '@weir/contract/token'
import { Input, Select, Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import { NumberInput } from '../../shared/form/number/number-input.tsx'
import type { PlainKey } from '../../shared/i18n/translate.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { NUMBER_SETTINGS, isUsable, readTools, type ChatSettings } from './chat-body.ts'
import classes from './playground.module.css'

interface Props {
  readonly settings: ChatSettings
  readonly onChange: (settings: ChatSettings) => void
  readonly tokens: readonly TokenObject[]
  readonly tokenId: number | undefined
  readonly onToken: (id: number) => void
}

const Field = ({
  text,
  children,
  hint,
}: {
  readonly text: PlainKey
  readonly children: (id: string) => ReactNode
  readonly hint?: string
}) => {
  const t = useText()
  const id = useId()
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{t(text)}</label>
      {children(id)}
      {hint !== undefined && (
        <p className={classes.problem} role="alert">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Three to a line: what is wrong with one of them is told below. */
const Numbers = ({ settings, onChange }: Pick<Props, 'settings' | 'onChange'>) => {
  const t = useText()
  const wrong = NUMBER_SETTINGS.filter((setting) => !isUsable(settings[setting.name], setting))
  return (
    <>
      <div className={classes.numbers}>
        {NUMBER_SETTINGS.map((setting) => (
          <Field key={setting.name} text={`playground.${setting.name}`}>
            {(id) => (
              <NumberInput
                id={id}
                value={settings[setting.name]}
                onChange={(value) => onChange({ ...settings, [setting.name]: value })}
                status={wrong.includes(setting) ? 'error' : ''}
                data-testid={`field-${setting.name}`}
              />
            )}
          </Field>
        ))}
      </div>
      {wrong.map(({ name, min, max, isWhole }) => (
        <p key={name} className={classes.problem} role="alert">
          {t(isWhole ? 'playground.wholeRange' : 'playground.range', { name: t(`playground.${name}`), min, max })}
        </p>
      ))}
    </>
  )
}

/** What goes along with every message. Empty means: as the provider does it by itself. */
export const SettingsPanel = ({ settings, onChange, tokens, tokenId, onToken }: Props) => {
  const t = useText()
  const set = (change: Partial<ChatSettings>) => onChange({ ...settings, ...change })
  const read = readTools(settings.tools)
  return (
    <div className={classes.settings}>
      <Field text="playground.token">
        {(id) => (
          <Select
            id={id}
            value={tokenId ?? null}
            options={tokens.map((token) => ({ value: token.id, label: token.name || `#${token.id}` }))}
            onChange={onToken}
            data-testid="field-token"
          />
        )}
      </Field>
      <Field text="playground.systemPrompt">
        {(id) => (
          <Input.TextArea
            id={id}
            value={settings.systemPrompt}
            onChange={({ target }) => set({ systemPrompt: target.value })}
            autoSize={{ minRows: 2, maxRows: 8 }}
            data-testid="field-system"
          />
        )}
      </Field>
      <Numbers settings={settings} onChange={onChange} />
      <Field text="playground.tools" {...('problem' in read && { hint: t('playground.toolsInvalid', { problem: read.problem }) })}>
        {(id) => (
          <Input.TextArea
            id={id}
            className={classes.code ?? ''}
            value={settings.tools}
            onChange={({ target }) => set({ tools: target.value })}
            autoSize={{ minRows: 2, maxRows: 12 }}
            spellCheck={false}
            status={'problem' in read ? 'error' : ''}
            data-testid="field-tools"
          />
        )}
      </Field>
      <Field text="playground.stream">
        {(id) => <Switch id={id} checked={settings.isStream} onChange={(isStream) => set({ isStream })} />}
      </Field>
    </div>
  )
}
