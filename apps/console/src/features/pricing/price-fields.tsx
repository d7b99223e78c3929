import type { ListPrice, ModelSheet } from '@weir/contract/catalog/entry'
import { Checkbox, Collapse, Form, Select } from 'antd'
import { NumberInput } from '../../shared/form/number/number-input.tsx'
import { numberRule } from '../../shared/form/number/number-rule.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { PictureFields } from './pictures/picture-fields.tsx'
import { formatDollars, lineLabel, priceLines } from './price-lines.ts'
import { MAIN_RATES, MORE_RATES, PRICE_UNITS, restOf, type FigureName, type PriceUnit } from './price-values.ts'
import classes from './pricing.module.css'

/** As the server limits them. */
const MAX_RATE = 1_000_000
const MAX_PIECE = 1000

interface FigureProps {
  readonly name: FigureName
  readonly label: string
  readonly catalog: number | undefined
  readonly max: number
  readonly isRequired?: boolean
}

const Figure = ({ name, label, catalog, max, isRequired = false }: FigureProps) => {
  const t = useText()
  return (
    <Form.Item
      name={name}
      label={label}
      extra={catalog === undefined ? t('pricing.catalogSilent') : t('pricing.catalogSays', { value: formatDollars(catalog) })}
      validateFirst
      rules={[
        numberRule(t),
        { required: isRequired, type: 'number', min: 0, max, message: t('pricing.priceInvalid', { max: max.toLocaleString('en-US') }) },
      ]}
    >
      <NumberInput isMoney data-testid={`field-${name}`} />
    </Form.Item>
  )
}

const Limit = ({
  name,
  label,
  catalog,
}: {
  readonly name: 'context' | 'maxOutput'
  readonly label: string
  readonly catalog: number | undefined
}) => {
  const t = useText()
  return (
    <Form.Item
      name={name}
      label={label}
      extra={catalog === undefined ? t('pricing.catalogSilent') : t('pricing.catalogSays', { value: catalog.toLocaleString('en-US') })}
      validateFirst
      rules={[numberRule(t), { type: 'integer', min: 1, message: t('pricing.limitInvalid') }]}
    >
      <NumberInput data-testid={`field-${name}`} />
    </Form.Item>
  )
}

export const Figures = ({ unit, catalog }: { readonly unit: PriceUnit; readonly catalog: ListPrice }) => {
  const t = useText()
  if (unit !== 'tokens') {
    const max = unit === 'perMillionCharacters' ? MAX_RATE : MAX_PIECE
    const amount = <Figure name="amount" label={t(`pricing.rate.${unit}`)} catalog={catalog[unit]} max={max} isRequired />
    if (unit !== 'perImage') return amount
    return (
      <>
        {amount}
        <PictureFields />
      </>
    )
  }
  const rate = (name: (typeof MAIN_RATES)[number] | (typeof MORE_RATES)[number]) => (
    <Figure key={name} name={name} label={t(`pricing.rate.${name}`)} catalog={catalog[name]} max={MAX_RATE} isRequired={name === 'input'} />
  )
  const more = (
    <div className={classes.figures}>
      {MORE_RATES.map(rate)}
      <Figure name="perRequest" label={t('pricing.rate.perRequest')} catalog={catalog.perRequest} max={MAX_PIECE} />
    </div>
  )
  return (
    <>
      <div className={classes.figures}>{MAIN_RATES.map(rate)}</div>
      <Collapse
        ghost
        size="small"
        className={classes.more ?? ''}
        items={[{ key: 'more', label: t('pricing.more'), children: more, forceRender: true }]}
      />
    </>
  )
}

export const Rest = ({ price }: { readonly price: ListPrice }) => {
  const t = useText()
  const rest = priceLines(restOf(price)).map((line) => `${lineLabel(line, t)} ${formatDollars(line.dollars)}`)
  if (rest.length === 0) return null
  return (
    <Form.Item name="keepsRest" valuePropName="checked">
      <Checkbox className={classes.keep ?? ''} data-testid="field-keepsRest">
        {t('pricing.keepRest', { rest: rest.join(t('pricing.restJoin')) })}
      </Checkbox>
    </Form.Item>
  )
}

export const UnitField = () => {
  const t = useText()
  const options = PRICE_UNITS.map((name) => ({ value: name, label: t(name === 'tokens' ? 'pricing.unit.tokens' : `pricing.rate.${name}`) }))
  return (
    <Form.Item name="unit" label={t('pricing.unit')}>
      <Select options={options} data-testid="field-unit" />
    </Form.Item>
  )
}

/** As the server limits them. */
const MAX_ALIASES = 20
const MAX_NAME = 200

export const AliasField = () => {
  const t = useText()
  return (
    <Form.Item
      name="aliases"
      label={t('pricing.aliases')}
      extra={t('pricing.aliasesHint')}
      rules={[
        { type: 'array', max: MAX_ALIASES, message: t('pricing.aliasesMany', { max: MAX_ALIASES }) },
        { type: 'array', defaultField: { type: 'string', max: MAX_NAME }, message: t('pricing.aliasLong', { max: MAX_NAME }) },
      ]}
    >
      <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ' ', '，']} data-testid="field-aliases" />
    </Form.Item>
  )
}

export const Limits = ({ catalog }: { readonly catalog: Pick<ModelSheet, 'context' | 'maxOutput'> | undefined }) => {
  const t = useText()
  return (
    <div className={classes.figures}>
      <Limit name="context" label={t('pricing.context')} catalog={catalog?.context} />
      <Limit name="maxOutput" label={t('pricing.maxOutput')} catalog={catalog?.maxOutput} />
    </div>
  )
}
