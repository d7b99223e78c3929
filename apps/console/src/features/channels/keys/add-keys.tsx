import { addChannelKeys } from '@weir/contract/channels/channel-keys'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from './keys.module.css'

/** More keys for a channel, which are stored at once and not with the form. */
export const AddKeys = ({ channelId, onChanged }: { readonly channelId: number; readonly onChanged: () => void }) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const add = useAction(addChannelKeys, {
    success: false,
    onDone: (count) => {
      notify.success(t('channel.keysAdded', { count }))
      setText('')
      setIsOpen(false)
      onChanged()
    },
  })
  if (!isOpen)
    return (
      <Button size="small" onClick={() => setIsOpen(true)} data-testid="btn-more-keys">
        {t('channel.keyAdd')}
      </Button>
    )
  return (
    <div className={classes.add}>
      <Input.TextArea
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoSize={{ minRows: 2, maxRows: 10 }}
        placeholder={t('channel.keys')}
        aria-label={t('channel.keys')}
        spellCheck={false}
        data-testid="field-more-keys"
      />
      <div className={classes.bar}>
        <Button
          size="small"
          type="primary"
          loading={add.isPending}
          disabled={text.trim() === ''}
          onClick={() => add.mutate({ params: { id: channelId }, body: { key: text } })}
          data-testid="btn-add-keys"
        >
          {t('channel.keyAddNow')}
        </Button>
        <Button size="small" onClick={() => setIsOpen(false)}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  )
}
