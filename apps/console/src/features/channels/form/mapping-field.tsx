import { AutoComplete, Button, Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './channel-form.module.css'
import { MAPPING_EXAMPLE } from './mapping-example.ts'
import { repeatedIn, rowsOf, textOf, type MappingRow } from './mapping-rows.ts'

const EMPTY: MappingRow = { from: '', to: '' }

interface RowProps {
  readonly row: MappingRow
  readonly at: number
  readonly isRepeated: boolean
  readonly asked: readonly string[]
  readonly sent: readonly string[]
  readonly onChange: (row: MappingRow) => void
  readonly onRemove: () => void
}

const suggestions = (names: readonly string[]) => names.map((value) => ({ value }))
const byPart = { filterOption: (typed: string, option?: { readonly value: string }) => option?.value.includes(typed) === true }

const Row = ({ row, at, isRepeated, asked, sent, onChange, onRemove }: RowProps) => {
  const t = useText()
  return (
    <li className={classes.mappingRow} data-testid={`mapping-${at}`}>
      <AutoComplete
        value={row.from}
        onChange={(from: string) => onChange({ ...row, from })}
        options={suggestions(asked)}
        showSearch={byPart}
        placeholder={t('channel.mappingFrom')}
        aria-label={t('channel.mappingFrom')}
        {...(isRepeated && { status: 'error' as const })}
        data-testid={`field-mapping-from-${at}`}
      />
      <span aria-hidden>→</span>
      <AutoComplete
        value={row.to}
        onChange={(to: string) => onChange({ ...row, to })}
        options={suggestions(sent)}
        showSearch={byPart}
        placeholder={t('channel.mappingTo')}
        aria-label={t('channel.mappingTo')}
        data-testid={`field-mapping-to-${at}`}
      />
      <Button
        type="text"
        onClick={onRemove}
        aria-label={t('channel.mappingRemove', { name: row.from || at + 1 })}
        data-testid={`btn-remove-mapping-${at}`}
      >
        ✕
      </Button>
    </li>
  )
}

interface Props {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (text: string) => void
  /** The models of the channel: what may be asked for. */
  readonly asked: readonly string[]
  /** What upstream may know. */
  readonly sent: readonly string[]
}

/** The mapping as rows and as the JSON that is stored; each follows the other. `Form.Item` supplies value and onChange. */
export const MappingField = ({ id, value = '', onChange = () => undefined, asked, sent }: Props) => {
  const t = useText()
  // Rows that are not filled in yet are not in the text, so they are kept here as long as the text is the one that they make.
  const [typed, setTyped] = useState<readonly MappingRow[]>([])
  const isOurs = textOf(typed) === value.trim()
  const rows = isOurs ? typed : rowsOf(value)
  const change = (next: readonly MappingRow[]) => {
    setTyped(next)
    onChange(textOf(next))
  }
  const repeated = repeatedIn(rows ?? [])
  return (
    <div className={classes.mapping}>
      {rows !== undefined && rows.length > 0 && (
        <ul className={classes.mappingRows} data-testid="mapping-rows">
          {rows.map((row, at) => (
            <Row
              key={at}
              {...{ row, at, asked, sent }}
              isRepeated={repeated.has(row.from.trim())}
              onChange={(next) => change(rows.with(at, next))}
              onRemove={() => change(rows.toSpliced(at, 1))}
            />
          ))}
        </ul>
      )}
      {repeated.size > 0 && <p role="status">{t('channel.mappingRepeated', { names: [...repeated].join(', ') })}</p>}
      <Button size="small" disabled={rows === undefined} onClick={() => change([...(rows ?? []), EMPTY])} data-testid="btn-add-mapping">
        {t('channel.mappingAdd')}
      </Button>
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        className={classes.code ?? ''}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoSize={{ minRows: 3, maxRows: 16 }}
        placeholder={MAPPING_EXAMPLE}
        spellCheck={false}
        data-testid="field-model_mapping"
      />
    </div>
  )
}
