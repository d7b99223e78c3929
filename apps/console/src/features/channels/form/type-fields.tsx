import type { ChannelField } from '@weir/contract/catalog/channel-type'
import { Form, Input } from 'antd'
import { useLanguagePack } from '../../../shared/i18n/use-text.ts'

/** `config.region` is a member of the config and called `region` to the outside; the others are fields of the channel. */
const pathOf = ({ name }: ChannelField): { readonly path: string | string[]; readonly id: string } => {
  if (name === 'base_url') return { path: 'baseUrl', id: name }
  if (name === 'other') return { path: name, id: name }
  const member = name.slice('config.'.length)
  return { path: ['config', member], id: member }
}

interface FieldProps {
  readonly field: ChannelField
  readonly isStored: boolean
}

const TypeField = ({ field, isStored }: FieldProps) => {
  const { t, language } = useLanguagePack()
  const { path, id } = pathOf(field)
  const input = {
    placeholder: isStored && field.isSecret === true ? t('channel.secretKeep') : (field.placeholder ?? field.default ?? ''),
    spellCheck: false,
    autoComplete: field.isSecret === true ? 'new-password' : 'off',
    'data-testid': `field-${id}`,
  }
  return (
    <Form.Item name={path} label={field.label[language]} required={field.isRequired === true}>
      {field.isSecret === true ? <Input.Password {...input} /> : <Input {...input} />}
    </Form.Item>
  )
}

/** The fields only some channel types have. */
export const TypeFields = ({ fields, isStored }: { readonly fields: readonly ChannelField[]; readonly isStored: boolean }) =>
  fields.map((field) => <TypeField key={field.name} field={field} isStored={isStored} />)
