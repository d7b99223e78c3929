import { Button, Input, Select } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './channel-form.module.css'
import { withModels } from './channel-values.ts'
import { FetchModels } from './fetch-models.tsx'
import type { ChannelBody } from './use-channel-submit.ts'

interface Props {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (models: readonly string[]) => void
  /** Every model the product knows. */
  readonly all: readonly string[]
  /** The default models of the chosen type. */
  readonly related: readonly string[]
  readonly isLoading: boolean
  /** As the form holds it, with the id of the stored one. */
  readonly draft: () => ChannelBody & { readonly id?: number }
}

const CustomModel = ({ onAdd }: { readonly onAdd: (text: string) => void }) => {
  const t = useText()
  const [text, setText] = useState('')
  const add = () => {
    onAdd(text)
    setText('')
  }
  const onEnter = (event: KeyboardEvent) => {
    event.preventDefault()
    add()
  }
  return (
    <div className={classes.custom}>
      <Input
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={onEnter}
        placeholder={t('channel.customModel')}
        aria-label={t('channel.customModel')}
        spellCheck={false}
        data-testid="field-custom_model"
      />
      <Button onClick={add} data-testid="btn-add-model">
        {t('channel.addModel')}
      </Button>
    </div>
  )
}

/** The models a channel serves; `Form.Item` supplies value and onChange. */
export const ModelsField = ({ id, value = [], onChange = () => undefined, all, related, isLoading, draft }: Props) => {
  const t = useText()
  const options = [...new Set([...all, ...related, ...value])].map((name) => ({ value: name, label: name }))
  return (
    <>
      <Select
        {...(id === undefined ? {} : { id })}
        mode="multiple"
        allowClear
        value={[...value]}
        onChange={(next: string[]) => onChange(next)}
        options={options}
        loading={isLoading}
        placeholder={t('channel.modelsPlaceholder')}
        style={{ width: '100%' }}
        data-testid="field-models"
      />
      <div className={classes.modelButtons}>
        <FetchModels draft={draft} chosen={value} onTake={onChange} />
        <Button size="small" onClick={() => onChange(related)} data-testid="btn-fill-related">
          {t('channel.fillRelated')}
        </Button>
        <Button size="small" onClick={() => onChange(all)} data-testid="btn-fill-all">
          {t('channel.fillAll')}
        </Button>
        <Button size="small" onClick={() => onChange([])} data-testid="btn-clear-models">
          {t('channel.clearModels')}
        </Button>
      </div>
      <CustomModel onAdd={(text) => onChange(withModels(value, text))} />
    </>
  )
}
