import { splitList } from '@weir/contract/values/quantity'
import { ChannelStatus } from '@weir/contract/channel'
import { Select, type RefSelectProps } from 'antd'
import type { ReactNode, RefObject } from 'react'
import { NumberInput } from '../../../shared/form/number/number-input.tsx'
import type { Translate } from '../../../shared/i18n/translate.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './bulk.module.css'
import type { Edit } from './use-bulk-change.ts'

const LISTS = ['remove_models', 'add_models', 'add_groups', 'remove_groups', 'add_tags', 'remove_tags'] as const
type ListField = (typeof LISTS)[number]

/** What may be meant, by what it is. */
export type Suggestions = Readonly<Record<'models' | 'groups' | 'tags', readonly string[]>>

const listTitle = (t: Translate): Readonly<Record<ListField, string>> => ({
  add_models: t('channel.bulk.addModels'),
  remove_models: t('channel.bulk.removeModels'),
  add_groups: t('channel.bulk.addGroups'),
  remove_groups: t('channel.bulk.removeGroups'),
  add_tags: t('channel.bulk.addTags'),
  remove_tags: t('channel.bulk.removeTags'),
})

const suggestionsFor = (field: ListField, { models, groups, tags }: Suggestions): readonly string[] => {
  if (field.endsWith('models')) return models
  return field.endsWith('groups') ? groups : tags
}

const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <label className={classes.labelled}>
    <span>{label}</span>
    {children}
  </label>
)

interface Props {
  /** The field that a reader most often comes for. */
  readonly first: RefObject<RefSelectProps | null>
  readonly edit: Edit
  readonly suggestions: Suggestions
  readonly onChange: (edit: Edit) => void
}

const MOST = 1_000_000_000
const LEAST = { priority: -MOST, weight: 0 } as const

/** A text that is no number says nothing, as an empty field does. */
const figureOf = (field: keyof typeof LEAST, value: number | null): number | null =>
  value === null || Number.isNaN(value) ? null : Math.min(Math.max(Math.trunc(value), LEAST[field]), MOST)

const without = (edit: Edit, field: keyof Edit): Edit => Object.fromEntries(Object.entries(edit).filter(([name]) => name !== field))

/** Fields that say what changes; an empty one says nothing. */
export const EditFields = ({ first, edit, suggestions, onChange }: Props) => {
  const t = useText()
  const titles = listTitle(t)
  const set = <Field extends keyof Edit>(field: Field, value: Edit[Field] | null | '') =>
    onChange(value === null || value === undefined || value === '' ? without(edit, field) : { ...edit, [field]: value })
  return (
    <div className={classes.grid}>
      {LISTS.map((field, at) => (
        <Labelled key={field} label={titles[field]}>
          <Select
            mode="tags"
            {...(at === 0 && { ref: first })}
            tokenSeparators={[',']}
            value={[...splitList(edit[field] ?? '')]}
            options={suggestionsFor(field, suggestions).map((value) => ({ value, label: value }))}
            onChange={(values: readonly string[]) => set(field, values.join(','))}
            data-testid={`bulk-${field}`}
          />
        </Labelled>
      ))}
      <Labelled label={t('channel.status')}>
        <Select
          value={edit.status ?? 0}
          options={[
            { value: 0, label: t('channel.bulk.keep') },
            { value: ChannelStatus.enabled, label: t('common.enable') },
            { value: ChannelStatus.disabled, label: t('common.disable') },
          ]}
          onChange={(status: 0 | 1 | 2) => set('status', status === 0 ? null : status)}
          data-testid="bulk-status"
        />
      </Labelled>
      <div className={classes.pair}>
        {(['priority', 'weight'] as const).map((field) => (
          <Labelled key={field} label={t(`channel.${field}`)}>
            <NumberInput
              value={edit[field] ?? null}
              placeholder={t('channel.bulk.keep')}
              onChange={(value) => set(field, figureOf(field, value))}
              data-testid={`bulk-${field}`}
            />
          </Labelled>
        ))}
      </div>
    </div>
  )
}
