import type { ChannelType } from '@weir/contract/catalog/channel-type'
import type { ChannelObject } from '@weir/contract/channel'
import { Checkbox, Form, Input } from 'antd'
import { useLanguagePack } from '../../../shared/i18n/use-text.ts'
import classes from './channel-form.module.css'
import { accessOf, valuesOf, type ChannelValues } from './channel-values.ts'
import { KeyTest } from '../test/key-test.tsx'

interface Props {
  readonly type: ChannelType | undefined
  /** `undefined` for a new one. */
  readonly channel: ChannelObject | undefined
  readonly isStored: boolean
}

/** The key itself is never sent here; that there is one is said, and another can be tried before it is saved. */
const StoredKey = ({ channel }: { readonly channel: ChannelObject }) => {
  const { t } = useLanguagePack()
  const form = Form.useFormInstance<ChannelValues>()
  const typed = (Form.useWatch<string>('key', form) ?? '').trim()
  const access = Form.useWatch((values: ChannelValues) => accessOf(values), { form, preserve: true })
  const isChanged = access !== undefined && access !== accessOf(valuesOf(channel))
  return (
    <>
      {t('channel.keyStored')}
      <KeyTest channelId={channel.id} typed={typed} isBlocked={isChanged} />
    </>
  )
}

/** One key, or one a line when several channels are made at once. */
export const KeyFields = ({ type, channel, isStored }: Props) => {
  const isNew = channel === undefined
  const { t, language } = useLanguagePack()
  const form = Form.useFormInstance<ChannelValues>()
  const isBatch = Form.useWatch<boolean>('isBatch', form) === true && isNew
  const hint = type?.keyHint[language] ?? t('channel.keyHint')
  const input = {
    placeholder: isStored ? t('channel.keyKeep', { hint }) : hint,
    spellCheck: false,
    autoComplete: 'off',
    'data-testid': 'field-key',
  }
  const stored = channel && <StoredKey channel={channel} />
  const extra = isBatch ? t('channel.keysHelp') : stored
  return (
    <>
      <Form.Item
        name="key"
        label={t(isBatch ? 'channel.keys' : 'channel.key')}
        extra={extra}
        required={isNew && type?.keyFrom === undefined}
      >
        {isBatch ? (
          <Input.TextArea className={classes.code ?? ''} autoSize={{ minRows: 4, maxRows: 16 }} {...input} />
        ) : (
          <Input {...input} />
        )}
      </Form.Item>
      {isNew && (
        <Form.Item name="isBatch" valuePropName="checked">
          <Checkbox data-testid="field-batch">{t('channel.batch')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}
