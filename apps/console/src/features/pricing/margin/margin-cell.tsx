import { Tooltip } from 'antd'
import type { Translate } from '../../../shared/i18n/translate.ts'
import { formatDollars } from '../price-lines.ts'
import classes from './margin.module.css'
import type { Margin, Margins } from './margin.ts'

const MINUS = '−'

const signed = (figure: number, text: string): string => (figure < 0 ? `${MINUS}${text}` : text)

const dollarsText = ({ dollars }: Margin): string => signed(dollars, formatDollars(Math.abs(dollars)))

const textOf = (margin: Margin): string =>
  margin.percent === undefined ? dollarsText(margin) : signed(margin.percent, `${Math.abs(margin.percent)} %`)

const Line = ({ margin }: { readonly margin: Margin }) => <span data-loss={margin.dollars < 0}>{textOf(margin)}</span>

/** The channel that is paid least, and below it the one that is paid most where that is another sum. */
export const MarginCell = ({ margins: { cheapest, dearest }, t }: { readonly margins: Margins; readonly t: Translate }) => {
  const isOne = cheapest.dollars === dearest.dollars
  const told = { cheapest: dollarsText(cheapest), dearest: dollarsText(dearest) }
  return (
    <Tooltip title={isOne ? t('pricing.marginOne', told) : t('pricing.marginBoth', told)}>
      <span className={classes.margin}>
        <Line margin={cheapest} />
        {!isOne && <Line margin={dearest} />}
      </span>
    </Tooltip>
  )
}
