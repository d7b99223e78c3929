import type { ChannelType } from '@weir/contract/catalog/channel-type'
import type { ChannelObject } from '@weir/contract/channel'
import { Form, Input } from 'antd'
import { FormSection } from '../../../shared/form/form-page.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import { KeyFields } from './key-fields.tsx'
import { TypeFields } from './type-fields.tsx'

interface Props {
  /** `undefined` for a stored type that this console does not know. */
  readonly type: ChannelType | undefined
  /** `undefined` for a new one. */
  readonly channel: ChannelObject | undefined
  /** The server holds the secrets of this type, so a field may be left empty. */
  readonly isStored: boolean
}

const hidesAddress = (type: ChannelType | undefined): boolean =>
  type?.hides?.includes('base_url') === true || type?.fields?.some(({ name }) => name === 'base_url') === true

/** How the provider is reached: the fields of the type, the key, and an address that replaces the default one. */
export const AccessSection = ({ type, channel, isStored }: Props) => {
  const t = useText()
  return (
    <FormSection title={t('channel.section.access')}>
      <TypeFields fields={type?.fields ?? []} isStored={isStored} />
      {type?.hides?.includes('key') !== true && <KeyFields type={type} channel={channel} isStored={isStored} />}
      {!hidesAddress(type) && (
        <Form.Item name="baseUrl" label={t('channel.baseUrl')} extra={t('channel.baseUrlHelp')}>
          <Input placeholder={type?.defaultBaseUrl ?? ''} spellCheck={false} autoComplete="off" data-testid="field-base_url" />
        </Form.Item>
      )}
    </FormSection>
  )
}
