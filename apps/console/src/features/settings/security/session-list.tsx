import { useQueryClient } from '@tanstack/react-query'
import { formatTimestamp } from '@weir/contract/values/format'
import { endSession, endSessions, listSessions, type SessionObject } from '@weir/contract/sign-in/second-factor'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useAction, useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { confirm } from '../../../shared/feedback/confirm.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { authPaths } from '../../../shared/navigation/paths.ts'
import { authSession } from '../../../shared/session/auth-session.ts'
import { MissingSection } from '../layout/missing-section.tsx'
import { SettingRow, SettingSection } from '../layout/setting-section.tsx'
import { deviceName } from './device-name.ts'
import classes from './security.module.css'

interface RowProps {
  readonly session: SessionObject
  readonly isBusy: boolean
  readonly onEnd: () => void
}

const SessionRow = ({ session, isBusy, onEnd }: RowProps) => {
  const t = useText()
  const device = deviceName(session.agent) || t('session.unknownAgent')
  const button = session.is_current ? (
    <span className={classes.current}>{t('session.current')}</span>
  ) : (
    <Button loading={isBusy} onClick={onEnd} aria-label={t('session.endNamed', { device })} data-testid="btn-session-end">
      {t('session.end')}
    </Button>
  )
  const hint = t('session.seen', { address: session.address, time: formatTimestamp(session.seen_at) })
  return <SettingRow title={device} hint={hint} action={button} />
}

export const SessionList = () => {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const read = useEndpoint(listSessions, {}, { isOptional: true })
  const end = useAction(endSession, { onDone: () => void client.invalidateQueries({ queryKey: [listSessions.path] }) })
  const endAll = useAction(endSessions, {
    onDone: () => {
      authSession.signOut()
      client.clear()
      void navigate(authPaths.login)
    },
  })
  const section = { name: 'sessions', title: t('session.title'), help: t('session.help') }
  const sessions = read.data
  if (!sessions) return <MissingSection {...section} rows={2} read={read} />

  const askEndAll = async () => {
    const question = { title: t('session.endAll'), hint: t('session.endAllHint'), ok: t('session.endAll'), isDangerous: true }
    if (await confirm(question)) endAll.mutate({})
  }
  const everywhere = (
    <Button danger loading={endAll.isPending} onClick={() => void askEndAll()} data-testid="btn-session-end-all">
      {t('session.endAll')}
    </Button>
  )
  return (
    <SettingSection {...section}>
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          isBusy={end.isPending && end.variables.params.id === session.id}
          onEnd={() => end.mutate({ params: { id: session.id } })}
        />
      ))}
      <SettingRow title={t('session.endAll')} hint={t('session.endAllHint')} action={everywhere} />
    </SettingSection>
  )
}
