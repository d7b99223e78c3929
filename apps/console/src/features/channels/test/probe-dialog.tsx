import type { ChannelObject } from '@weir/contract/channel'
import { probeName, type TestOutcome } from '@weir/contract/channels/channel-test'
import { splitList } from '@weir/contract/values/quantity'
import { Button, Modal, Select, type GetRef } from 'antd'
import { useRef } from 'react'
import { Badge } from '../../../shared/ui/badge/badge.tsx'
import { FailedState } from '../../../shared/ui/page/state.tsx'
import { Outcome, useReader } from './last-test.tsx'
import { outcomeBadge } from './outcome-badge.ts'
import classes from './probes.module.css'
import { useProbes } from './use-probes.ts'

type ProbeRow = ReturnType<typeof useProbes>['probes'][number]

interface RowProps {
  readonly row: ProbeRow
  readonly isRunning: boolean
  readonly isBusy: boolean
  readonly onRun: () => void
}

const Result = ({ row, isRunning }: Pick<RowProps, 'row' | 'isRunning'>) => {
  const reader = useReader()
  const { t } = reader
  if (isRunning) return <Badge color="blue" text={t('channel.testing')} />
  if (!row.is_applicable && row.last === null) return <span className={classes.quiet}>{t('channel.probe.none')}</span>
  if (row.last === null) return <Badge color="grey" text={t('channel.untested')} />
  const badge = outcomeBadge(row.last, reader)
  return (
    <>
      <Outcome badge={badge} />
      {badge.reason === '' && <span className={classes.quiet}>{badge.age}</span>}
      {badge.reason !== '' && <p className={classes.reason}>{badge.reason}</p>}
    </>
  )
}

const ProbeLine = ({ row, isRunning, isBusy, onRun }: RowProps) => {
  const { t, language } = useReader()
  const name = probeName(row.probe, language)
  return (
    <li className={classes.line} data-testid={`probe-${row.probe}`} aria-busy={isRunning}>
      <span className={classes.name}>{name}</span>
      <div className={classes.result}>
        <Result row={row} isRunning={isRunning} />
      </div>
      {row.is_applicable && (
        <Button
          size="small"
          disabled={isBusy}
          onClick={onRun}
          aria-label={t('channel.probe.runOne', { probe: name })}
          data-testid={`btn-probe-${row.probe}`}
        >
          {t('channel.probe.run')}
        </Button>
      )}
    </li>
  )
}

interface Props {
  readonly channel: Pick<ChannelObject, 'id' | 'name' | 'models'>
  /** The channel itself was tested. */
  readonly onTested: (outcome: TestOutcome) => void
  readonly onClose: () => void
}

/** What a channel can do with a model, tested one by one. */
export const ProbeDialog = ({ channel, onTested, onClose }: Props) => {
  const { t } = useReader()
  const first = useRef<GetRef<typeof Select>>(null)
  const { model, chooseModel, probes, running, start, isFailed, retry } = useProbes(channel.id, onTested)
  const fitting = probes.filter((row) => row.is_applicable).map(({ probe }) => probe)
  const isBusy = running !== undefined
  return (
    <Modal
      open
      width={640}
      title={t('channel.probe.title', { name: channel.name || channel.id })}
      footer={null}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
    >
      <div className={classes.choice}>
        <label>
          {t('channel.probe.model')}
          <Select
            ref={first}
            showSearch
            value={model}
            disabled={isBusy}
            onChange={chooseModel}
            options={splitList(channel.models).map((value) => ({ value, label: value }))}
            data-testid="field-probe-model"
          />
        </label>
        <Button type="primary" disabled={isBusy || fitting.length === 0} onClick={() => start(fitting)} data-testid="btn-probe-all">
          {t('channel.probe.all')}
        </Button>
      </div>
      {isFailed ? (
        <FailedState onRetry={retry} />
      ) : (
        <ul className={classes.probes} data-testid="probes">
          {probes.map((row) => (
            <ProbeLine key={row.probe} row={row} isRunning={running === row.probe} isBusy={isBusy} onRun={() => start([row.probe])} />
          ))}
        </ul>
      )}
      <p className={classes.quiet}>{t('channel.probe.hint')}</p>
    </Modal>
  )
}
