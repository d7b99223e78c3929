import { Button, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Icon } from '../../shared/ui/icon/icon.tsx'
import { AnswerView } from './answer-view.tsx'
import type { Turn } from './chat-body.ts'
import classes from './playground.module.css'
import type { Lane } from './use-conversation.ts'

interface Props {
  readonly lane: Lane
  readonly turns: readonly Turn[]
  readonly models: readonly string[]
  readonly isRunning: boolean
  readonly onModel: (model: string) => void
  readonly onRemove?: (() => void) | undefined
}

const TurnView = ({ turn }: { readonly turn: Turn }) => (
  <div className={classes.turn}>
    {turn.images.map((image, index) => (
      <img key={index} src={image} alt="" className={classes.picture} />
    ))}
    {turn.text}
  </div>
)

export const LaneView = ({ lane, turns, models, isRunning, onModel, onRemove }: Props) => {
  const t = useText()
  const messages = useRef<HTMLDivElement>(null)
  const last = lane.answers.at(-1)
  useEffect(() => {
    messages.current?.scrollTo({ top: messages.current.scrollHeight })
  }, [turns.length, last?.reply.text.length, last?.state])
  return (
    <section className={classes.lane} aria-label={lane.model} data-testid={`lane-${lane.id}`}>
      <div className={classes.laneHead}>
        <Select
          showSearch
          className={classes.model ?? ''}
          value={lane.model || null}
          disabled={isRunning}
          placeholder={t('playground.model')}
          aria-label={t('playground.model')}
          options={models.map((model) => ({ value: model, label: model }))}
          onChange={onModel}
          data-testid={`field-model-${lane.id}`}
        />
        {onRemove !== undefined && (
          <Button
            type="text"
            icon={<Icon name="close" />}
            disabled={isRunning}
            aria-label={t('playground.removeModel', { model: lane.model })}
            onClick={onRemove}
            data-testid={`btn-remove-lane-${lane.id}`}
          />
        )}
      </div>
      <div ref={messages} className={classes.messages} role="log" tabIndex={0} aria-label={lane.model}>
        {turns.length === 0 && <p className={classes.quiet}>{t('playground.empty')}</p>}
        {turns.map((turn, at) => {
          const answer = lane.answers[at]
          return (
            <div key={at} className={classes.exchange}>
              <TurnView turn={turn} />
              {answer !== undefined && <AnswerView answer={answer} />}
            </div>
          )
        })}
      </div>
    </section>
  )
}
