import { Button, Form, Input } from 'antd'
import { NumberInput } from '../../../shared/form/number/number-input.tsx'
import { numberRule } from '../../../shared/form/number/number-rule.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './picture-fields.module.css'
import { isNameless, isRepeated, type PictureRow } from './picture-rows.ts'

/** As the server limits them. */
const MAX_ROWS = 50
const MAX_PRICE = 1000
const EXAMPLE = { size: '1024x1024', quality: 'hd' } as const
const WORD = /^\s*[\w.:-]{0,32}\s*$/

const Row = ({ at, onRemove }: { readonly at: number; readonly onRemove: () => void }) => {
  const t = useText()
  const form = Form.useFormInstance<{ readonly images?: readonly PictureRow[] }>()
  const word = { pattern: WORD, message: t('pricing.pictureWord') }
  /** Told at the size, of both. */
  const pair = {
    validator: () => {
      const { images: rows = [] } = form.getFieldsValue()
      const row = rows[at] ?? {}
      if (isNameless(row)) return Promise.reject(new Error(t('pricing.pictureNameless')))
      return isRepeated(row, rows) ? Promise.reject(new Error(t('pricing.pictureRepeated'))) : Promise.resolve()
    },
  }
  return (
    <li className={classes.row} data-testid={`picture-${at}`}>
      <Form.Item name={[at, 'size']} rules={[word, pair]} dependencies={[['images', at, 'quality']]}>
        <Input placeholder={t('pricing.pictureAny')} aria-label={t('pricing.pictureSize')} data-testid={`field-picture-size-${at}`} />
      </Form.Item>
      <Form.Item name={[at, 'quality']} rules={[word]}>
        <Input placeholder={t('pricing.pictureAny')} aria-label={t('pricing.pictureQuality')} data-testid={`field-picture-quality-${at}`} />
      </Form.Item>
      <Form.Item
        name={[at, 'price']}
        validateFirst
        rules={[
          numberRule(t),
          {
            required: true,
            type: 'number',
            min: 0,
            max: MAX_PRICE,
            message: t('pricing.priceInvalid', { max: MAX_PRICE.toLocaleString('en-US') }),
          },
        ]}
      >
        <NumberInput isMoney aria-label={t('pricing.picturePrice')} data-testid={`field-picture-price-${at}`} />
      </Form.Item>
      <Button
        type="text"
        onClick={onRemove}
        aria-label={t('pricing.pictureRemove', { row: at + 1 })}
        data-testid={`btn-remove-picture-${at}`}
      >
        ✕
      </Button>
    </li>
  )
}

/** What pictures cost by size and quality, row by row. */
export const PictureFields = () => {
  const t = useText()
  return (
    <Form.List name="images">
      {(fields, { add, remove }) => (
        <div className={classes.pictures}>
          <p className={classes.hint}>{t('pricing.pictureHint', EXAMPLE)}</p>
          {fields.length > 0 && (
            <>
              <div className={classes.head} aria-hidden>
                <span>{t('pricing.pictureSize')}</span>
                <span>{t('pricing.pictureQuality')}</span>
                <span>{t('pricing.picturePrice')}</span>
              </div>
              <ul className={classes.rows}>
                {fields.map(({ key, name }) => (
                  <Row key={key} at={name} onRemove={() => remove(name)} />
                ))}
              </ul>
            </>
          )}
          <Button size="small" disabled={fields.length >= MAX_ROWS} onClick={() => add({})} data-testid="btn-add-picture">
            {t('pricing.pictureAdd')}
          </Button>
        </div>
      )}
    </Form.List>
  )
}
