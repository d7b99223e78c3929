import { Tooltip } from 'antd'
import { LOG_QUOTA_DECIMALS, formatQuota, formatTimestamp } from '@weir/contract/values/format'
import { relativeTime } from '../../i18n/relative-time.ts'
import { useLanguagePack } from '../../i18n/use-text.ts'
import { useQuotaDisplay } from '../../session/use-session.ts'
import classes from './cells.module.css'

/** The exact time; how long ago, and in which zone, on hover. */
export const TimeCell = ({ time }: { readonly time: number }) => {
  const { language } = useLanguagePack()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Tooltip title={() => `${relativeTime(time, Math.floor(Date.now() / 1000), language)} · ${zone}`}>
      <time className={classes.number} dateTime={new Date(time * 1000).toISOString()}>
        {formatTimestamp(time)}
      </time>
    </Tooltip>
  )
}

interface QuotaProps {
  readonly quota: number
  /** Log rows are shown to six decimals. */
  readonly isExact?: boolean
}

export const QuotaCell = ({ quota, isExact = false }: QuotaProps) => {
  const display = useQuotaDisplay()
  return <span className={classes.number}>{formatQuota(quota, display, isExact ? LOG_QUOTA_DECIMALS : 2)}</span>
}

interface TextProps {
  readonly text: string
  readonly isCode?: boolean
  /** Where the text is already shortened. */
  readonly full?: string
}

/** Names, models and ids of any length: one line, the whole text on hover. */
export const TextCell = ({ text, isCode = false, full = text }: TextProps) => (
  <span className={isCode ? classes.code : classes.text} title={full}>
    {text}
  </span>
)
