import { Button, Checkbox, Popover } from 'antd'
import { useMemo } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { usePreference } from '../../session/use-session.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { Column } from './column.ts'
import classes from './list-view.module.css'

/** Kept as the hidden columns, so that a column added later is shown to everyone. */
export const useVisibleColumns = <Row,>(name: string, columns: readonly Column<Row>[]) => {
  const [stored, store] = usePreference(`columns.${name}`)
  const hidden = useMemo(() => stored.split(',').filter(Boolean), [stored])
  return {
    hidden,
    visible: useMemo(() => columns.filter((column) => column.isMain === true || !hidden.includes(column.key)), [columns, hidden]),
    toggle: (key: string) => store((hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key]).join(',')),
    reset: () => store(''),
  }
}

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  readonly choice: ReturnType<typeof useVisibleColumns<Row>>
}

export const ColumnChooser = <Row,>({ columns, choice }: Props<Row>) => {
  const t = useText()
  const content = (
    <div className={classes.columns}>
      {columns
        .filter((column) => column.isMain !== true)
        .map((column) => (
          <Checkbox
            key={column.key}
            checked={!choice.hidden.includes(column.key)}
            onChange={() => choice.toggle(column.key)}
            data-testid={`column-${column.key}`}
          >
            {column.title}
          </Checkbox>
        ))}
      <Button size="small" type="text" onClick={choice.reset}>
        {t('common.columnsReset')}
      </Button>
    </div>
  )
  return (
    <Popover content={content} trigger="click" placement="bottomRight">
      <Button icon={<Icon name="columns" />} aria-label={t('common.columns')} title={t('common.columns')} data-testid="btn-columns" />
    </Popover>
  )
}
