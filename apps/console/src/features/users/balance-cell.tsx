import type { UserObject } from '@weir/contract/user'
import { useText } from '../../shared/i18n/use-text.ts'
import { useUser } from '../../shared/session/use-session.ts'
import { QuotaCell } from '../../shared/ui/cells/cells.tsx'
import classes from './users.module.css'

interface Props {
  readonly row: UserObject
  readonly onAdjust: (row: UserObject) => void
}

/** A balance that opens its dialog, where the reader may change it. */
export const BalanceCell = ({ row, onAdjust }: Props) => {
  const t = useText()
  const me = useUser()
  if (row.role >= (me?.role ?? 0)) return <QuotaCell quota={row.quota} />
  return (
    <button
      type="button"
      className={classes.balance}
      title={t('user.balanceTitle', { name: row.username })}
      onClick={() => onAdjust(row)}
      data-testid="btn-adjust"
    >
      <QuotaCell quota={row.quota} />
    </button>
  )
}
