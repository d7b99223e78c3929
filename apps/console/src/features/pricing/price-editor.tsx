import { useQueryClient } from '@tanstack/react-query'
import type { DataOf } from '@weir/contract/endpoint'
import { listModelPrices, removeModelPrice, setModelPrice, type getModelPrice } from '@weir/contract/prices/model-prices'
import { Alert, Button, Form } from 'antd'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { confirm } from '../../shared/feedback/confirm.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { AliasField, Figures, Limits, Rest, UnitField } from './price-fields.tsx'
import { baseOf, sheetFrom, unitOf, valuesOf, type PriceUnit, type PriceValues } from './price-values.ts'
import classes from './pricing.module.css'

interface Props {
  readonly known: DataOf<typeof getModelPrice>
  readonly onDone: () => void
}

/** Only where something is set. */
const RestoreButton = ({ known: { model, catalog, revision }, onRestored, onDone }: Props & { readonly onRestored: () => void }) => {
  const t = useText()
  const remove = useAction(removeModelPrice, { success: 'pricing.restored', onDone: onRestored, onSeen: onDone })
  const restore = async () => {
    const isSure = await confirm({
      title: t('pricing.restoreAsk', { model }),
      hint: t(catalog === undefined ? 'pricing.restoreNone' : 'pricing.restoreHint'),
      ok: t('pricing.restore'),
      isDangerous: catalog === undefined,
    })
    if (isSure) remove.mutate({ query: { model, revision } })
  }
  return (
    <Button onClick={() => void restore()} loading={remove.isPending} data-testid="btn-restore">
      {t('pricing.restore')}
    </Button>
  )
}

export const PriceEditor = ({ known, onDone }: Props) => {
  const { model, sheet, catalog, ratios, revision } = known
  const t = useText()
  const client = useQueryClient()
  const [form] = Form.useForm<PriceValues>()
  const base = baseOf(sheet, catalog)
  const { price = {} } = base ?? {}
  const refresh = () => void client.invalidateQueries({ queryKey: [listModelPrices.path] })
  const save = useAction(setModelPrice, { success: 'pricing.saved', onDone: refresh, onSeen: onDone })
  const unit = Form.useWatch<PriceUnit | undefined>('unit', form) ?? unitOf(price)
  const set = Object.entries(ratios).map(([option, ratio]) => `${option} ${ratio}`)
  const isSet = sheet !== undefined || set.length > 0
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
      <UnitField />
      <Figures unit={unit} catalog={catalog?.price ?? {}} />
      <Rest price={price} />
      <Limits catalog={catalog} />
      <AliasField />
      <div className={classes.buttons}>
        <Button type="primary" htmlType="submit" loading={save.isPending} data-testid="btn-save">
          {t('pricing.save')}
        </Button>
        {isSet && <RestoreButton known={known} onRestored={refresh} onDone={onDone} />}
      </div>
    </Form>
  )
}
