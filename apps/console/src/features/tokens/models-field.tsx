import { listAvailableModels } from '@weir/contract/user'
import { Form, Select } from 'antd'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { lackingModels } from './lacking-models.ts'
import classes from './token-form.module.css'
import type { TokenValues } from './token-values.ts'

/** The models of the group that the token is in: channels of other groups do not serve it. */
export const ModelsField = () => {
  const t = useText()
  const form = Form.useFormInstance<TokenValues>()
  const group = Form.useWatch<TokenValues['group']>('group', { form, preserve: true }) ?? ''
  const chosen = Form.useWatch<TokenValues['models']>('models', form) ?? []
  const models = useEndpoint(listAvailableModels, { query: group === '' ? {} : { group } }, { isOptional: group !== '' })
  const lacking = lackingModels(chosen, models.data)
  return (
    <Form.Item
      name="models"
      label={t('token.models')}
      extra={
        <>
          {t('token.modelsHelp')}
          {lacking.length > 0 && (
            <span className={classes.lacking} role="status" data-testid="models-lacking">
              {t('token.modelsLacking', { models: lacking.join(', ') })}
            </span>
          )}
        </>
      }
    >
      <Select
        mode="multiple"
        allowClear
        loading={models.isLoading}
        options={(models.data ?? []).map((name) => ({ value: name, label: name }))}
        placeholder={t('token.modelsPlaceholder')}
        data-testid="field-models"
      />
    </Form.Item>
  )
}
