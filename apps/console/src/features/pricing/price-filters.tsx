import { Button, Input, Select, type InputRef } from 'antd'
import { useMemo, useRef } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { useShortcuts } from '../../shared/navigation/use-shortcuts.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { PRICE_STATES, featuresOf, isNarrowed, vendorsOf, type PriceFilter, type PriceRow } from './price-filter.ts'
import classes from './pricing.module.css'

interface Choice {
  readonly value: string
  readonly label: string
}

interface ChoiceProps {
  readonly name: keyof PriceFilter
  readonly label: string
  readonly all: string
  readonly choices: readonly Choice[]
  readonly value: string
  readonly onChange: (values: Partial<PriceFilter>) => void
}

const Choose = ({ name, label, all, choices, value, onChange }: ChoiceProps) => (
  <Select
    className={classes.choice ?? ''}
    value={value}
    options={[{ value: '', label: all }, ...choices]}
    showSearch={{ optionFilterProp: 'label' }}
    popupMatchSelectWidth={false}
    onChange={(chosen: string) => onChange({ [name]: chosen })}
    aria-label={label}
    data-testid={`field-${name}`}
  />
)

interface Props {
  readonly rows: readonly PriceRow[]
  readonly groups: readonly { readonly name: string; readonly ratio: number }[]
  readonly filter: PriceFilter
  readonly isAdmin: boolean
  readonly onChange: (values: Partial<PriceFilter>) => void
  readonly onClear: () => void
}

export const PriceFilters = ({ rows, groups, filter, isAdmin, onChange, onClear }: Props) => {
  const t = useText()
  const input = useRef<InputRef>(null)
  useShortcuts(useMemo(() => [{ key: '/', label: 'keys.search', run: () => input.current?.focus() }] as const, []))
  const vendors = useMemo(() => vendorsOf(rows).map((vendor) => ({ value: vendor, label: vendor })), [rows])
  const features = useMemo(() => featuresOf(rows).map((feature) => ({ value: feature, label: t(`pricing.feature.${feature}`) })), [rows, t])
  return (
    <div className={classes.filters} role="search">
      <Input
        ref={input}
        className={classes.search ?? ''}
        type="search"
        value={filter.keyword}
        placeholder={t('pricing.search')}
        aria-label={t('pricing.search')}
        prefix={<Icon name="search" size={16} />}
        allowClear
        onChange={(event) => onChange({ keyword: event.target.value })}
        data-testid="search"
      />
      <Choose
        name="vendor"
        label={t('pricing.vendor')}
        all={t('pricing.allVendors')}
        choices={vendors}
        value={filter.vendor}
        onChange={onChange}
      />
      <Choose
        name="feature"
        label={t('pricing.feature')}
        all={t('pricing.allFeatures')}
        choices={features}
        value={filter.feature}
        onChange={onChange}
      />
      {groups.length > 1 && (
        <Choose
          name="group"
          label={t('pricing.group')}
          all={t('pricing.allGroups')}
          choices={groups.map(({ name, ratio }) => ({ value: name, label: t('pricing.groupRatio', { group: name, ratio }) }))}
          value={filter.group}
          onChange={onChange}
        />
      )}
      {isAdmin && (
        <Choose
          name="state"
          label={t('pricing.state')}
          all={t('pricing.allStates')}
          choices={PRICE_STATES.map((state) => ({ value: state, label: t(`pricing.state.${state}`) }))}
          value={filter.state}
          onChange={onChange}
        />
      )}
      {isNarrowed(filter) && (
        <Button type="text" onClick={onClear} data-testid="btn-clear-filter">
          {t('pricing.clear')}
        </Button>
      )}
    </div>
  )
}
