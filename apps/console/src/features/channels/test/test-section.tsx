import type { ChannelObject } from '@weir/contract/channel'
import type { TestOutcome } from '@weir/contract/channel-test'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { LastTest, useReader } from './last-test.tsx'
import { channelBadge } from './outcome-badge.ts'
import { ProbeDialog } from './probe-dialog.tsx'
import classes from './probes.module.css'

/** In the form of a channel: how it did last, and the way to its tests. They try what is saved, not what the form holds. */
export const TestSection = ({ channel }: { readonly channel: ChannelObject }) => {
  const t = useText()
  const reader = useReader()
  const [isOpen, setIsOpen] = useState(false)
  const [last, setLast] = useState<TestOutcome>()
  const tested = last === undefined ? channel : { ...channel, last_test: last }
  const { reason, age } = channelBadge(tested, reader)
  return (
    <div className={classes.section} data-testid="last-test">
      <LastTest channel={tested} isRunning={false} />
      {reason === '' && age !== '' && <span className={classes.quiet}>{age}</span>}
      <Button size="small" onClick={() => setIsOpen(true)} data-testid="btn-probes">
        {t('channel.probes')}
      </Button>
      {reason !== '' && <p className={classes.reason}>{reason}</p>}
      {isOpen && <ProbeDialog channel={channel} onTested={setLast} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
