import { getOwnStatement, getStatement } from '@weir/contract/ledger/statement'
import { isAdmin as isAdminRole } from '@weir/contract/user'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useAddressFilter } from '../../shared/list/state/use-list-address.ts'
import { useCurrentPageTitle } from '../../shared/navigation/page-title.ts'
import { useUser } from '../../shared/session/use-session.ts'
import { PageLoading } from '../../shared/ui/page/page-loading.tsx'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { FailedState } from '../../shared/ui/page/state.tsx'
import { StatementSheet } from './statement-sheet.tsx'
import { MonthField, StatementActions, UserField } from './statement-tools.tsx'
import classes from './statement.module.css'

const useStatement = (month: string, userId: string) => {
  const isOwn = userId === ''
  const asked = month === '' ? {} : { month }
  const own = useEndpoint(getOwnStatement, { query: asked }, { enabled: isOwn })
  const other = useEndpoint(getStatement, { query: { ...asked, user_id: userId } }, { enabled: !isOwn })
  return isOwn ? own : other
}

export const StatementPage = () => {
  const t = useText()
  const title = useCurrentPageTitle()
  const user = useUser()
  const isAdmin = user !== undefined && isAdminRole(user.role)
  const [month, setMonth] = useAddressFilter('month')
  const [userParam, setUserId] = useAddressFilter('user_id')
  const userId = isAdmin && /^[1-9]\d*$/.test(userParam) ? userParam : ''
  const { data, isError, isFetching, refetch } = useStatement(month, userId)
  const statement = data ?? undefined

  const body = () => {
    if (statement !== undefined) return <StatementSheet statement={statement} />
    return isError ? (
      <FailedState onRetry={() => void refetch()} />
    ) : (
      <div className={classes.waiting}>
        <PageLoading page={title} />
      </div>
    )
  }

  return (
    <>
      <div className={classes.tools}>
        <PageHeader hint={t('statement.hint')} />
        <div className={classes.filters}>
          <MonthField month={statement?.month ?? month} onChoose={setMonth} />
          {isAdmin && <UserField key={userId} userId={userId} onChoose={setUserId} />}
          <span className={classes.space} />
          <StatementActions statement={statement} />
        </div>
      </div>
      <section className={classes.surface} aria-busy={isFetching}>
        {body()}
      </section>
    </>
  )
}
