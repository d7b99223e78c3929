import type { TokenObject } from '@weir/contract/token'
import { Input, InputNumber, Select, Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import type { PlainKey } from '../../shared/i18n/translate.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { readTools, type ChatSettings } from './chat-body.ts'
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
      <div className={classes.numbers}>
        <Field text="playground.temperature">
          {(id) => (
            <InputNumber id={id} min={0} max={2} step={0.1} value={settings.temperature} onChange={(temperature) => set({ temperature })} />
          )}
        </Field>
        <Field text="playground.topP">
          {(id) => <InputNumber id={id} min={0} max={1} step={0.05} value={settings.topP} onChange={(topP) => set({ topP })} />}
        </Field>
        <Field text="playground.maxTokens">
          {(id) => <InputNumber id={id} min={1} precision={0} value={settings.maxTokens} onChange={(maxTokens) => set({ maxTokens })} />}
        </Field>
      </div>
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
