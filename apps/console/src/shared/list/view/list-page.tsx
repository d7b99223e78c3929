import { Button } from 'antd'
import { useCallback, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { AreaWith } from '../../i18n/translate.ts'
import { useText } from '../../i18n/use-text.ts'
import { addPathOf } from '../../navigation/paths.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import type { Identified } from '../state/paging.ts'
import classes from './list-page.module.css'
import { ListView, type ListViewProps } from './list-view.tsx'

interface Props<Row extends Identified> extends Omit<ListViewProps<Row>, 'searchHint' | 'empty' | 'add'> {
  /** Whose texts the page speaks, and whose form makes a new row. */
  readonly area: AreaWith<'hint' | 'create' | 'search' | 'empty' | 'emptyHint'>
  /** What the page is for, where the area's own words do not say it all. */
  readonly hint?: string
  /** Stands before the create button. */
  readonly action?: ReactNode
  /** Stands above the list. */
  readonly children?: ReactNode
}

/** The page of records that are made with a form: what they are for, the way to a new one, and the list. */
export const ListPage = <Row extends Identified>({ area, hint, action, children, ...view }: Props<Row>) => {
  const t = useText()
  const navigate = useNavigate()
  const create = useCallback(() => void navigate(addPathOf(area)), [navigate, area])
  const label = t(`${area}.create`)
  const buttons = (
    <div className={classes.buttons}>
      {action}
      <Button type="primary" onClick={create} data-testid="btn-create">
        {label}
      </Button>
    </div>
  )
  return (
    <>
      <PageHeader hint={hint ?? t(`${area}.hint`)} action={buttons} />
      {children}
      <ListView
        {...view}
        searchHint={t(`${area}.search`)}
        empty={{ title: t(`${area}.empty`), hint: t(`${area}.emptyHint`) }}
        add={{ label, run: create }}
      />
    </>
  )
}
