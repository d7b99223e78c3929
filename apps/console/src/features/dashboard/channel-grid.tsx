import { ChannelStatus } from '@weir/contract/channel'
import type { DashboardData } from '@weir/contract/dashboard'
import { formatNumber, formatSeconds } from '@weir/contract/values/format'
import { Link } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { logWith } from '../../shared/navigation/log-address.ts'
import { editPathOf } from '../../shared/navigation/paths.ts'
import { Badge } from '../../shared/ui/badge/badge.tsx'
import { channelStatusBadge } from '../../shared/ui/badge/channel-status-badge.ts'
import classes from './channel-grid.module.css'
import page from './dashboard.module.css'
import { cellsOf, healthOf, totalOf, type HealthCell } from './health.ts'
import { slotLabel, slotWindow } from './period.ts'

interface RowProps {
  readonly channel: DashboardData['channels'][number]
  readonly data: DashboardData
}

/** Cells are for the eye and the mouse; readers of another kind get the sum and one link. */
const ChannelRow = ({ channel, data }: RowProps) => {
  const t = useText()
  const cells = cellsOf(channel, data)
  const status = channelStatusBadge(channel.status)
  const { requests, failures } = totalOf(cells)
  const describe = ({ time, requests: count, failures: failed, medianMs }: HealthCell) =>
    t('dashboard.cell', { time: slotLabel(time, data), requests: count, failures: failed, latency: formatSeconds(medianMs) })
  return (
    <tr data-testid={`health-${channel.id}`}>
      <th scope="row">
        <Link className={classes.channel} to={editPathOf('channel', channel.id)} title={channel.name}>
          {channel.name || channel.id}
        </Link>
        {channel.status !== ChannelStatus.enabled && <Badge color={status.color} text={t(status.label)} />}
      </th>
      <td className={classes.cells} aria-hidden="true">
        {cells.map((cell) => (
          <Link
            key={cell.time}
            tabIndex={-1}
            to={logWith({ channel: channel.id, ...slotWindow(cell.time, data) })}
            title={describe(cell)}
            data-health={healthOf(cell)}
          />
        ))}
      </td>
      <td className={classes.number}>
        <Link to={logWith({ channel: channel.id, start: data.start, end: data.end })} title={t('log.seeRows')}>
          {formatNumber(requests)}
        </Link>
      </td>
      <td className={classes.number}>{requests === 0 ? '' : `${((1 - failures / requests) * 100).toFixed(1)}%`}</td>
    </tr>
  )
}

export const ChannelGrid = ({ data }: { readonly data: DashboardData }) => {
  const t = useText()
  return (
    <section className={page.panel} aria-label={t('dashboard.channels')}>
      <h2 className={page.heading}>{t('dashboard.channels')}</h2>
      <div className={classes.gridScroll}>
        <table className={classes.grid} data-testid="health">
          <thead>
            <tr>
              <th scope="col">{t('log.channel')}</th>
              <th scope="col" className={classes.course}>
                {t('dashboard.course')}
              </th>
              <th scope="col" className={classes.number}>
                {t('dashboard.requests')}
              </th>
              <th scope="col" className={classes.number}>
                {t('dashboard.success')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.channels.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} data={data} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
