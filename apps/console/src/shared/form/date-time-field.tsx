import { formatTimestamp } from '@weir/contract/values/format'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useState } from 'react'
import { useLanguagePack } from '../i18n/use-text.ts'
import { readTime } from './read-time.ts'

interface Props {
  readonly id?: string
  /** Epoch seconds; `null` shows the placeholder. */
  readonly value: number | null
  readonly onChange: (epochSeconds: number | null) => void
  readonly placeholder: string
  /** Where no label stands beside the field. */
  readonly label?: string
  readonly testId: string
  /** A text that is no time stays and counts as `null`; without this it gives way to the time before it. */
  readonly keepsUnreadable?: boolean
}

/** Date and time to the second, in the reader's zone; speaks epoch seconds outwards. */
export const DateTimeField = ({ id, value, onChange, placeholder, label, testId, keepsUnreadable = false }: Props) => {
  const { language } = useLanguagePack()
  // The picker shows its value in place of the text when the value changes: under a text that is no time it keeps the one before.
  const [unreadable, setUnreadable] = useState<{ readonly before: number | null }>()
  const shown = unreadable !== undefined && value === null ? unreadable.before : value
  dayjs.locale(language === 'zh' ? 'zh-cn' : 'en')

  const change = (time: number | null) => {
    setUnreadable(undefined)
    if (time !== value) onChange(time)
  }
  /** The picker throws away what is not written in its own full form, and says nothing of it. */
  const takeTyped = (text: string) => {
    // Where clocks are put back, an hour has its name twice: passing through the field must not choose the other one.
    if (shown !== null && text === formatTimestamp(shown)) return
    const time = readTime(text)
    if (time !== undefined) {
      change(time)
      return
    }
    if (!keepsUnreadable) return
    if (text.trim() === '') {
      if (shown !== null) change(null)
      return
    }
    setUnreadable({ before: shown })
    onChange(null)
  }

  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      showTime
      needConfirm={false}
      preserveInvalidOnBlur={keepsUnreadable}
      format="YYYY-MM-DD HH:mm:ss"
      style={{ width: '100%' }}
      value={shown === null ? null : dayjs.unix(shown)}
      onChange={(time) => change(time === null ? null : Math.ceil(time.valueOf() / 1000))}
      onBlur={({ target }) => target instanceof HTMLInputElement && takeTyped(target.value)}
      onKeyDown={({ key, target }) => key === 'Enter' && target instanceof HTMLInputElement && takeTyped(target.value)}
      placeholder={placeholder}
      {...(label === undefined ? {} : { 'aria-label': label })}
      data-testid={testId}
    />
  )
}
