import type { ChannelType } from '@weir/contract/catalog/channel-type'
import type { ChannelObject } from '@weir/contract/channel'
import { Checkbox, Form, Input } from 'antd'
import { useSearchParams } from 'react-router'
import { useFirstFocus } from '../../../shared/form/use-first-focus.ts'
import { useLanguagePack } from '../../../shared/i18n/use-text.ts'
import classes from './channel-form.module.css'
import { accessOf, valuesOf, type ChannelValues } from './channel-values.ts'
import { StoredKeys } from '../keys/stored-keys.tsx'
import { KeyTest } from '../test/key-test.tsx'

interface Props {
  readonly type: ChannelType | undefined
  /** `undefined` for a new one. */
  readonly channel: ChannelObject | undefined
  readonly isStored: boolean
}

/** The key itself is never sent here; that there is one is said, and another can be tried before it is saved. */
const StoredKey = ({ channel, isSingle }: { readonly channel: ChannelObject; readonly isSingle: boolean }) => {
  const form = Form.useFormInstance<ChannelValues>()
  const typed = (Form.useWatch<string>('key', form) ?? '').trim()
  const access = Form.useWatch((values: ChannelValues) => accessOf(values), { form, preserve: true })
  const isChanged = access !== undefined && access !== accessOf(valuesOf(channel))
  return (
    <>
      <KeyTest channelId={channel.id} typed={typed} isBlocked={isChanged} />
      <StoredKeys channelId={channel.id} isSingle={isSingle} />
    </>
  )
}

const usePlaceholder = (type: ChannelType | undefined, isStored: boolean): string => {
  const { t, language } = useLanguagePack()
  const hint = type?.keyHint[language] ?? t('channel.keyHint')
  return isStored ? t('channel.keyKeep', { hint }) : hint
}

/** What becomes of the lines. */
const LinesHelp = () => {
  const { t } = useLanguagePack()
  const isMerged = Form.useWatch<boolean>('isMerged') === true
  return t(isMerged ? 'channel.keysMergedHelp' : 'channel.keysHelp')
}

/** Lines of the key: a channel each, or one channel with all of them. */
const SeveralKeys = ({ canMerge }: { readonly canMerge: boolean }) => {
  const { t } = useLanguagePack()
  return (
    <>
      <Form.Item name="isBatch" valuePropName="checked">
        <Checkbox data-testid="field-batch">{t('channel.batch')}</Checkbox>
      </Form.Item>
      {canMerge && (
        <Form.Item name="isMerged" valuePropName="checked">
          <Checkbox data-testid="field-merged">{t('channel.merged')}</Checkbox>
        </Form.Item>
      )}
    </>
  )
}

/** One key, or one a line when several channels are made at once. */
export const KeyFields = ({ type, channel, isStored }: Props) => {
  const isNew = channel === undefined
  const isOfParts = type?.keyFrom !== undefined
  const [search] = useSearchParams()
  const first = useFirstFocus(search.get('field') === 'key')
  const { t } = useLanguagePack()
  const form = Form.useFormInstance<ChannelValues>()
  const isBatch = Form.useWatch<boolean>('isBatch', form) === true && isNew
  const input = {
    placeholder: usePlaceholder(type, isStored),
    spellCheck: false,
    autoComplete: 'off',
    'data-testid': 'field-key',
  }
  const stored = channel && <StoredKey channel={channel} isSingle={isOfParts} />
  const extra = isBatch ? <LinesHelp /> : stored
  return (
    <>
      <Form.Item name="key" label={t(isBatch ? 'channel.keys' : 'channel.key')} extra={extra} required={isNew && !isOfParts}>
        {isBatch ? (
          <Input.TextArea className={classes.code ?? ''} autoSize={{ minRows: 4, maxRows: 16 }} {...input} />
        ) : (
          <Input {...input} ref={first} />
        )}
      </Form.Item>
      {isNew && <SeveralKeys canMerge={isBatch && !isOfParts} />}
    </>
  )
}
