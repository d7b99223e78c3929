import { channelTypeById } from '@weir/contract/catalog/channel-types'
import type { ChannelObject } from '@weir/contract/channel'
import { listGroups } from '@weir/contract/site'
import { Button, Form, Input, Select } from 'antd'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { FormPage, FormSection } from '../../../shared/form/form-page.tsx'
import { useRecordForm, type RecordFormProps } from '../../../shared/form/use-record-form.ts'
import { useLanguagePack } from '../../../shared/i18n/use-text.ts'
import { pathOf } from '../../../shared/navigation/paths.ts'
import { channelModels } from '../channel-models.ts'
import { channelTypeName, channelTypesInOrder } from '../channel-type-badge.ts'
import { FailedDraftDialog } from '../test/failed-draft-dialog.tsx'
import { TestSection } from '../test/test-section.tsx'
import { useTestedSave } from '../test/use-tested-save.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import { AccessSection } from './access-section.tsx'
import classes from './channel-form.module.css'
import { modelsForType, type ChannelValues } from './channel-values.ts'
import { MappingField } from './mapping-field.tsx'
import { CostField } from './cost-field.tsx'
import { ModelsField } from './models-field.tsx'
import { bodyNow, useChannelSubmit, type ChannelBody } from './use-channel-submit.ts'
import { servesHint } from './serves-hint.ts'
import { useModelChoices } from './use-model-choices.ts'

/** Config members, headers and the proxy may hold secrets, so none of them is kept over a reload. */
const secrets = ['key', 'config', 'proxy', 'headerOverride'] as const

const useTypeOptions = (current: number) => {
  const { t, language } = useLanguagePack()
  const options = channelTypesInOrder.map(({ id, name }) => ({ value: id, label: name[language] }))
  return options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: channelTypeName(current, language, t) }]
}

interface Props extends RecordFormProps<ChannelValues, ChannelBody> {
  /** As it is stored; absent for a new one. */
  readonly channel?: ChannelObject
}

export const ChannelForm = ({ isNew, onSave, channel, ...record }: Props) => {
  const { t, language } = useLanguagePack()
  const { form, draft, page } = useRecordForm(record, { listPath: pathOf('channel'), secrets })
  const typeId = Form.useWatch<number>('type', form) ?? draft.start.type
  const type = channelTypeById(typeId)
  const groups = useEndpoint(listGroups, {})
  const models = useModelChoices(typeId)
  const submit = useChannelSubmit({ form, isNew })
  const save = (body: ChannelBody) => onSave(body, draft.finish)
  const tested = useTestedSave(channel?.id, save)
  const chosen = Form.useWatch<readonly string[]>('models', form) ?? draft.start.models
  const typeOptions = useTypeOptions(draft.start.type)

  /** What only the old type had means nothing to the new one. */
  const onTypeChange = (next: number) => {
    form.setFieldValue('other', '')
    form.setFieldValue('config', {})
    const byType = channelModels.get()
    const { models: chosen } = form.getFieldsValue()
    form.setFieldValue('models', modelsForType(chosen, byType[String(typeId)] ?? [], byType[String(next)] ?? []))
  }

  return (
    <FormPage
      {...page}
      onSave={() => submit(save)}
      barAction={
        <Button loading={tested.isRunning} disabled={record.isSaving} onClick={() => submit(tested.start)} data-testid="btn-test-save">
          {t('channel.testAndSave')}
        </Button>
      }
    >
      <FormSection title={t('channel.section.basic')}>
        <Form.Item name="type" label={t('channel.type')} extra={servesHint(typeId, t)}>
          <Select showSearch={{ optionFilterProp: 'label' }} options={typeOptions} onChange={onTypeChange} data-testid="field-type" />
        </Form.Item>
        {type?.note && <p className={classes.note}>{type.note[language]}</p>}
        <Form.Item name="name" label={t('channel.name')} required={isNew}>
          <Input placeholder={t('channel.namePlaceholder')} data-testid="field-name" />
        </Form.Item>
        <Form.Item name="groups" label={t('channel.group')} extra={t('channel.groupHelp')}>
          <Select
            mode="tags"
            tokenSeparators={[',']}
            options={(groups.data ?? []).map((name) => ({ value: name, label: name }))}
            data-testid="field-groups"
          />
        </Form.Item>
        <Form.Item name="tags" label={t('channel.tag')} extra={t('channel.tagHelp')}>
          <Select mode="tags" tokenSeparators={[',']} options={[]} open={false} suffixIcon={null} data-testid="field-tags" />
        </Form.Item>
      </FormSection>
      <AccessSection type={type} channel={channel} isStored={channel !== undefined && typeId === record.initial.type} />
      <FormSection title={t('channel.section.models')}>
        <Form.Item name="models" label={t('channel.models')} required={type?.isModelFree !== true}>
          <ModelsField {...models} draft={() => ({ ...bodyNow(form), ...(channel && { id: channel.id }) })} />
        </Form.Item>
        <Form.Item name="modelMapping" label={t('channel.mapping')} extra={t('channel.mappingHelp')}>
          <MappingField asked={chosen} sent={models.related} />
        </Form.Item>
        <Form.Item name="systemPrompt" label={t('channel.systemPrompt')} extra={t('channel.systemPromptHelp')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} data-testid="field-system_prompt" />
        </Form.Item>
        <CostField />
        <AdvancedFields start={record.initial} />
      </FormSection>
      {channel && (
        <FormSection title={t('channel.section.test')}>
          <TestSection channel={channel} />
        </FormSection>
      )}
      {tested.failed && <FailedDraftDialog outcome={tested.failed} onBack={tested.back} onSave={tested.saveAnyway} />}
    </FormPage>
  )
}
