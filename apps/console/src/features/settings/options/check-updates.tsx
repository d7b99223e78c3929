import { RELEASES_URL } from '@weir/contract/values/releases'
import { useMutation } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useStatus } from '../../../shared/session/use-session.ts'
import { Markdown } from '../../../shared/ui/html/server-text.tsx'
import { SettingSection } from '../layout/setting-section.tsx'
import classes from '../layout/settings.module.css'
import { fetchLatestRelease, isUpdate, type Release } from './latest-release.ts'

const ReleaseDialog = ({ release, onClose }: { readonly release: Release; readonly onClose: () => void }) => {
  const t = useText()
  const details = (
    <a key="details" href={release.page} target="_blank" rel="noopener noreferrer">
      {t('updates.details')}
    </a>
  )
  const close = (
    <Button key="close" type="primary" onClick={onClose}>
      {t('common.close')}
    </Button>
  )
  return (
    <Modal
      open
      title={t('updates.newTitle', { version: release.tag })}
      onCancel={onClose}
      footer={<div className={classes.row}>{[details, close]}</div>}
    >
      <div className={classes.notes}>
        <Markdown text={release.notes} />
      </div>
    </Modal>
  )
}

/** Only when asked: a gateway without a way out must not wait for one. */
export const CheckUpdates = () => {
  const t = useText()
  const status = useStatus()
  const version = status?.version ?? t('common.unknown')
  const feed = status?.releases_url ?? RELEASES_URL
  const [release, setRelease] = useState<Release>()
  const check = useMutation({
    mutationFn: () => fetchLatestRelease(feed),
    meta: { failure: 'updates.failed', lost: 'updates.lost' },
    onSuccess: (latest) => {
      if (isUpdate(latest, version)) setRelease(latest)
      else notify.success(t('updates.latest', { version }))
    },
  })
  return (
    <SettingSection name="updates" title={t('section.updates')} help={t('updates.current', { version })}>
      {feed !== '' && (
        <div className={classes.buttons}>
          <Button loading={check.isPending} onClick={() => check.mutate()} data-testid="btn-check-updates">
            {t('updates.check')}
          </Button>
        </div>
      )}
      {release !== undefined && <ReleaseDialog release={release} onClose={() => setRelease(undefined)} />}
    </SettingSection>
  )
}
