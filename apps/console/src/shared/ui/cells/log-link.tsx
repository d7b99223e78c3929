import { isAdmin } from '@weir/contract/user'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { logWith, type LogAddress } from '../../navigation/log-address.ts'
import { useUser } from '../../session/use-session.ts'
import classes from './cells.module.css'

interface Props {
  readonly filter: LogAddress
  /** The rows are the reader's own: administrators would otherwise see everyone's of that name. */
  readonly isOwn?: boolean
  readonly children: ReactNode
}

/** A figure that leads to the log rows behind it. */
export const LogLink = ({ filter, isOwn = false, children }: Props) => {
  const t = useText()
  const user = useUser()
  const own = isOwn && user !== undefined && isAdmin(user.role) ? { username: user.username } : {}
  return (
    <Link className={classes.link} to={logWith({ ...filter, ...own })} title={t('log.seeRows')}>
      {children}
    </Link>
  )
}
