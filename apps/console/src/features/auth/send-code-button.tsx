import { Button } from 'antd'
import { useText } from '../../shared/i18n/use-text.ts'

interface Props {
  readonly left: number
  readonly isBusy: boolean
  readonly onSend: () => void
}

export const SendCodeButton = ({ left, isBusy, onSend }: Props) => {
  const t = useText()
  return (
    <Button size="large" disabled={left > 0} loading={isBusy} onClick={onSend} data-testid="btn-send-code">
      {left > 0 ? t('register.resendIn', { seconds: left }) : t('register.sendCode')}
    </Button>
  )
}
