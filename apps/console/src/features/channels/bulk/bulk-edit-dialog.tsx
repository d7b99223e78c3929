import { useQuery } from '@tanstack/react-query'
import { MAX_IDS } from '@weir/contract/envelope'
import { previewBulkEdit } from '@weir/contract/channels/channel-bulk'
import { Alert, Modal, type RefSelectProps } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './bulk.module.css'
import { ChangeList } from './change-list.tsx'
import { EditFields, type Suggestions } from './edit-fields.tsx'
import { previewOf, type Edit, type useBulkChange } from './use-bulk-change.ts'

interface Props {
  readonly ids: readonly number[]
  readonly suggestions: Suggestions
  readonly change: ReturnType<typeof useBulkChange>
  readonly onClose: (isChanged: boolean) => void
}

/** One change for many channels: what to change, what that means for each of them, and only then the change. */
export const BulkEditDialog = ({ ids, suggestions, change, onClose }: Props) => {
  const t = useText()
  const [edit, setEdit] = useState<Edit>({})
  const first = useRef<RefSelectProps>(null)
  const isTooMany = ids.length > MAX_IDS
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [previewBulkEdit.path, ids, edit],
    queryFn: ({ signal }) => previewOf(ids, edit, signal),
    enabled: !isTooMany,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const changes = data?.changes ?? []
  const isReady = changes.length > 0 && !isPlaceholderData
  return (
    <Modal
      open
      centered
      width={720}
      title={t('channel.bulk.title', { count: ids.length })}
      okText={t('channel.bulk.apply', { count: changes.length })}
      okButtonProps={{ disabled: !isReady, loading: change.isPending, 'data-testid': 'btn-bulk-apply' }}
      onOk={() => change.start({ changes }, () => onClose(true))}
      onCancel={() => onClose(false)}
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
      classNames={{ body: classes.body ?? '' }}
    >
      <p className={classes.quiet}>{t('channel.bulk.hint')}</p>
      {isTooMany && <Alert type="warning" title={t('channel.bulk.tooMany', { most: MAX_IDS, count: ids.length })} />}
      <EditFields first={first} edit={edit} suggestions={suggestions} onChange={setEdit} />
      <h3 className={classes.heading}>{t('channel.bulk.preview')}</h3>
      <div aria-live="polite" aria-busy={isFetching} data-testid="bulk-preview">
        {data && <ChangeList preview={data} />}
      </div>
    </Modal>
  )
}
