import { useQueryClient } from '@tanstack/react-query'
import type { ListPrice } from '@weir/contract/catalog/entry'
import type { DataOf } from '@weir/contract/endpoint'
import { getModelPrice, listModelPrices, removeModelPrice, setModelPrice } from '@weir/contract/prices/model-prices'
import { Alert, Button, Checkbox, Collapse, Form, InputNumber, Select } from 'antd'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { confirm } from '../../shared/feedback/confirm.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { formatDollars, lineLabel, priceLines } from './price-lines.ts'
import {
  MAIN_RATES,
  MORE_RATES,
  PRICE_UNITS,
  restOf,
  sheetFrom,
  unitOf,
  valuesOf,
  type FigureName,
  type PriceUnit,
  type PriceValues,
} from './price-values.ts'
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
      rules={[
        { required: isRequired, type: 'number', min: 0, max, message: t('pricing.priceInvalid', { max: max.toLocaleString('en-US') }) },
      ]}
    >
      <InputNumber className={classes.figure ?? ''} prefix="$" controls={false} data-testid={`field-${name}`} />
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
      rules={[{ type: 'integer', min: 1, message: t('pricing.limitInvalid') }]}
    >
      <InputNumber className={classes.figure ?? ''} controls={false} data-testid={`field-${name}`} />
    </Form.Item>
  )
}

const Figures = ({ unit, catalog }: { readonly unit: PriceUnit; readonly catalog: ListPrice }) => {
  const t = useText()
  if (unit !== 'tokens') {
    const max = unit === 'perMillionCharacters' ? MAX_RATE : MAX_PIECE
    return <Figure name="amount" label={t(`pricing.rate.${unit}`)} catalog={catalog[unit]} max={max} isRequired />
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

interface Props {
  readonly known: DataOf<typeof getModelPrice>
  readonly onDone: () => void
}

export const PriceEditor = ({ known, onDone }: Props) => {
  const { model, sheet, catalog, ratios, revision } = known
  const t = useText()
  const client = useQueryClient()
  const [form] = Form.useForm<PriceValues>()
  const base = sheet ?? catalog
  const done = () => {
    void client.invalidateQueries({ queryKey: [listModelPrices.path] })
    onDone()
  }
  const save = useAction(setModelPrice, { success: 'pricing.saved', onDone: done })
  const remove = useAction(removeModelPrice, { success: 'pricing.restored', onDone: done })
  const unit = Form.useWatch<PriceUnit | undefined>('unit', form) ?? unitOf(base?.price ?? {})
  const rest = priceLines(restOf(base?.price ?? {})).map((line) => `${lineLabel(line, t)} ${formatDollars(line.dollars)}`)
  const set = Object.entries(ratios).map(([option, ratio]) => `${option} ${ratio}`)
  const restore = async () => {
    const hint = t(catalog === undefined ? 'pricing.restoreNone' : 'pricing.restoreHint')
    const isSure = await confirm({
      title: t('pricing.restoreAsk', { model }),
      hint,
      ok: t('pricing.restore'),
      isDangerous: catalog === undefined,
    })
    if (isSure) remove.mutate({ query: { model, revision } })
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={valuesOf(base)}
      scrollToFirstError
      onFinish={(values) => save.mutate({ body: { model, sheet: sheetFrom(values, base), revision } })}
    >
      <p className={classes.note}>{t('pricing.editorHint')}</p>
      {set.length > 0 && (
        <Alert type="warning" showIcon className={classes.alert ?? ''} title={t('pricing.byRatios', { ratios: set.join(', ') })} />
      )}
      <Form.Item name="unit" label={t('pricing.unit')}>
        <Select
          options={PRICE_UNITS.map((name) => ({
            value: name,
            label: t(name === 'tokens' ? 'pricing.unit.tokens' : `pricing.rate.${name}`),
          }))}
          data-testid="field-unit"
        />
      </Form.Item>
      <Figures unit={unit} catalog={catalog?.price ?? {}} />
      {rest.length > 0 && (
        <Form.Item name="keepsRest" valuePropName="checked">
          <Checkbox data-testid="field-keepsRest">{t('pricing.keepRest', { rest: rest.join('; ') })}</Checkbox>
        </Form.Item>
      )}
      <div className={classes.figures}>
        <Limit name="context" label={t('pricing.context')} catalog={catalog?.context} />
        <Limit name="maxOutput" label={t('pricing.maxOutput')} catalog={catalog?.maxOutput} />
      </div>
      <div className={classes.buttons}>
        <Button type="primary" htmlType="submit" loading={save.isPending} data-testid="btn-save">
          {t('pricing.save')}
        </Button>
        {(sheet !== undefined || set.length > 0) && (
          <Button onClick={() => void restore()} loading={remove.isPending} data-testid="btn-restore">
            {t('pricing.restore')}
          </Button>
        )}
      </div>
    </Form>
  )
}
