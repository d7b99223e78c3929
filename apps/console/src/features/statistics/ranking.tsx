import type { StatisticsData, StatisticsFigure } from '@weir/contract/statistics'
import { Button } from 'antd'
import { useText } from '../../shared/i18n/use-text.ts'
import { chartColour, REST_COLOUR } from '../../shared/ui/chart/chart-colour.ts'
import { RankingLine } from './ranking-line.tsx'
import { figureAddress, periodAddress, rowAddress } from './row-address.ts'
import classes from './statistics.module.css'
import type { StatisticsAddress } from './use-statistics.ts'

type Row = StatisticsData['rows'][number]

interface Props {
  readonly data: StatisticsData
  readonly address: StatisticsAddress
  readonly figures: readonly StatisticsFigure[]
}

const useNameOf = (by: StatisticsAddress['by']) => {
  const t = useText()
  return ({ id, name }: Row): string => {
    if (by === 'channel') return name === '' ? t('statistics.channelId', { id }) : `${name} #${id}`
    return name === '' ? t('statistics.unknown') : name
  }
}

const Head = ({ address: { sort, by, change }, figures }: Omit<Props, 'data'>) => {
  const t = useText()
  return (
    <thead>
      <tr>
        <th scope="col">{t(`statistics.by.${by}`)}</th>
        {figures.map((figure) => (
          <th key={figure} scope="col" aria-sort={figure === sort ? 'descending' : 'none'}>
            <button
              type="button"
              className={classes.sort}
              title={t('statistics.most', { figure: t(`statistics.figure.${figure}`) })}
              onClick={() => change({ sort: figure === 'quota' ? '' : figure })}
              data-testid={`sort-${figure}`}
            >
              {t(`statistics.figure.${figure}`)}
            </button>
          </th>
        ))}
        <th scope="col">{t('statistics.change')}</th>
      </tr>
    </thead>
  )
}

/** The first, all others together, and the whole; the head chooses what is most. */
export const Ranking = ({ data, address, figures }: Props) => {
  const { by, sort, isWhole, change } = address
  const shown = { data, sort, figures }
  const t = useText()
  const nameOf = useNameOf(by)
  const period = periodAddress(data)
  const isLong = data.rest.count > 0 || isWhole
  return (
    <section className={classes.panel} aria-label={t(`statistics.by.${by}`)}>
      <div className={classes.scroller}>
        <table className={classes.ranking} data-testid="ranking">
          <Head address={address} figures={figures} />
          <tbody>
            {data.rows.map((row, at) => (
              <RankingLine
                key={`${row.id} ${row.owner} ${row.name}`}
                {...shown}
                compared={row}
                name={nameOf(row)}
                owner={row.owner}
                colour={chartColour(by === 'channel' ? nameOf(row) : `${row.owner} ${row.name}`.trim())}
                addressOf={(figure) => rowAddress(by, row, { period, figure })}
                testId={`rank-${at + 1}`}
                isSingle
              />
            ))}
            {data.rest.count > 0 && (
              <RankingLine
                {...shown}
                compared={data.rest}
                name={t('statistics.rest', { count: data.rest.count })}
                colour={REST_COLOUR}
                addressOf={() => undefined}
                testId="rank-rest"
              />
            )}
          </tbody>
          <tfoot>
            <RankingLine
              {...shown}
              compared={data.total}
              name={t('statistics.total')}
              addressOf={(figure) => figureAddress(period, figure)}
              testId="rank-total"
            />
          </tfoot>
        </table>
      </div>
      {isLong && (
        <Button type="link" className={classes.all ?? ''} onClick={() => change({ rows: isWhole ? '' : 'all' })} data-testid="btn-all">
          {t(isWhole ? 'statistics.showFirst' : 'statistics.showAll')}
        </Button>
      )}
    </section>
  )
}
