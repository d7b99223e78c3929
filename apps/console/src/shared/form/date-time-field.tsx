import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useLanguagePack } from '../i18n/use-text.ts'

interface Props {
  readonly id?: string
  /** Epoch seconds; `null` shows the placeholder. */
  readonly value: number | null
  readonly onChange: (epochSeconds: number | null) => void
  readonly placeholder: string
  /** Where no label stands beside the field. */
  readonly label?: string
  readonly testId: string
}

/** Date and time to the second, in the reader's zone; speaks epoch seconds outwards. */
export const DateTimeField = ({ id, value, onChange, placeholder, label, testId }: Props) => {
  const { language } = useLanguagePack()
  dayjs.locale(language === 'zh' ? 'zh-cn' : 'en')
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      showTime
      needConfirm={false}
      format="YYYY-MM-DD HH:mm:ss"
      style={{ width: '100%' }}
      value={value === null ? null : dayjs.unix(value)}
      onChange={(time) => onChange(time === null ? null : Math.ceil(time.valueOf() / 1000))}
      placeholder={placeholder}
      {...(label === undefined ? {} : { 'aria-label': label })}
      data-testid={testId}
    />
  )
}
