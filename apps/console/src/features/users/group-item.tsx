import { listGroups } from '@weir/contract/site'
import { AutoComplete, Form } from 'antd'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'

/** The group of a user: one that there is, or a new one. */
export const GroupItem = () => {
  const t = useText()
  const groups = useEndpoint(listGroups, {})
  return (
    <Form.Item name="group" label={t('user.group')} extra={t('user.groupHelp')}>
      <AutoComplete
        options={(groups.data ?? []).map((value) => ({ value }))}
        showSearch={{ filterOption: false }}
        data-testid="field-group"
      />
    </Form.Item>
  )
}
