import type { ChannelType } from '@weir/contract/catalog/channel-type'
import { Checkbox, Form, Input } from 'antd'
import { useLanguagePack } from '../../../shared/i18n/use-text.ts'
import classes from './channel-form.module.css'
import type { ChannelValues } from './channel-values.ts'

interface Props {
  readonly type: ChannelType | undefined
  readonly isNew: boolean
  readonly isStored: boolean
}

/** One key, or one a line when several channels are made at once. */
export const KeyFields = ({ type, isNew, isStored }: Props) => {
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
  return (
    <>
      <Form.Item
        name="key"
        label={t(isBatch ? 'channel.keys' : 'channel.key')}
        extra={isBatch ? t('channel.keysHelp') : undefined}
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
