import { Button, Progress } from 'antd'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import classes from './channel-list.module.css'
import type { TestProgress } from './use-test-run.ts'

const percentOf = ({ done, total }: TestProgress) => (total === 0 ? 100 : Math.round((done / total) * 100))

/** How far the test of many channels has come, and how it ended. */
export const TestRunPanel = ({ progress, onDismiss }: { readonly progress: TestProgress; readonly onDismiss: () => void }) => {
  const t = useText()
  const { is_running: isRunning, done, total, results } = progress
  const failed = results.filter(({ success }) => !success).length
  const text = isRunning ? t('channel.run.running', { done, total }) : t('channel.run.done', { passed: done - failed, failed })
  return (
    <div className={classes.run} role="status" data-testid="test-run">
      <span>{text}</span>
      <Progress
        className={classes.bar ?? ''}
        percent={percentOf(progress)}
        showInfo={false}
        status={!isRunning && failed > 0 ? 'exception' : 'normal'}
        aria-label={text}
      />
      {!isRunning && (
        <Button type="text" size="small" icon={<Icon name="close" size={16} />} aria-label={t('common.close')} onClick={onDismiss} />
      )}
    </div>
  )
}
