import { listOwnGroups } from '@weir/contract/user'
import { Form, Select } from 'antd'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { groupChoices } from './group-choices.ts'

/** Nothing to choose, no field: most users have one group. */
export const GroupField = ({ chosen }: { readonly chosen: string | undefined }) => {
  const t = useText()
  const groups = useEndpoint(listOwnGroups, {}, { isOptional: true })
  const choices = groupChoices(groups.data ?? {}, chosen, t)
  if (choices.length < 2) return null
  return (
    <Form.Item name="group" label={t('token.group')} extra={t('token.groupHelp')}>
      <Select options={[...choices]} placeholder={t('token.groupOwn')} data-testid="field-group" />
    </Form.Item>
  )
}
