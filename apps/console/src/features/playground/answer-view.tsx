import { Modal } from 'antd'
import { useState } from 'react'
import { CodeBlock } from '../../shared/clipboard/code-block.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { AnswerCost } from './answer-cost.tsx'
import type { ChatReply } from './chat-reply.ts'
import classes from './playground.module.css'
import type { Answer } from './use-conversation.ts'

const RawDialog = ({ answer, onClose }: { readonly answer: Answer; readonly onClose: () => void }) => {
  const t = useText()
  return (
    <Modal open onCancel={onClose} footer={null} title={t('playground.raw')} width={800} centered>
      <h4 className={classes.rawName}>{t('playground.rawRequest')}</h4>
      <div className={classes.raw} data-testid="playground-request">
        <CodeBlock name="request" label={t('playground.rawRequest')} code={answer.request} />
      </div>
      <h4 className={classes.rawName}>{t('playground.rawReply')}</h4>
      <div className={classes.raw}>
        <CodeBlock name="reply" label={t('playground.rawReply')} code={answer.raw} />
      </div>
    </Modal>
  )
}

const Facts = ({ answer }: { readonly answer: Answer }) => {
  const t = useText()
  const [isRaw, setIsRaw] = useState(false)
  return (
    <div className={classes.facts}>
      {answer.state === 'stopped' && <span>{t('playground.stopped')}</span>}
      {answer.requestId !== '' && <AnswerCost requestId={answer.requestId} />}
      <button type="button" className={classes.rawButton} onClick={() => setIsRaw(true)} data-testid="btn-raw">
        {t('playground.raw')}
      </button>
      {isRaw && <RawDialog answer={answer} onClose={() => setIsRaw(false)} />}
    </div>
  )
}

const hasContent = ({ text, toolCalls, failure }: ChatReply) => text !== '' || toolCalls.length > 0 || failure !== ''

const Nothing = ({ state }: Pick<Answer, 'state'>) => {
  const t = useText()
  if (state === 'stopped') return null
  return <span className={classes.quiet}>{t(state === 'running' ? 'playground.waiting' : 'playground.silent')}</span>
}

/** As plain text: an answer may hold addresses of pictures that would tell others what was said. */
export const AnswerView = ({ answer }: { readonly answer: Answer }) => {
  const t = useText()
  const { reply, state } = answer
  return (
    <div className={classes.answer} data-state={state} data-testid="playground-answer">
      {reply.reasoning !== '' && (
        <details className={classes.reasoning}>
          <summary>{t('playground.reasoning')}</summary>
          {reply.reasoning}
        </details>
      )}
      {reply.text !== '' && <div className={classes.text}>{reply.text}</div>}
      {reply.toolCalls.map((tool, index) => (
        <pre key={index} className={classes.tool}>
          {`${tool.name}(${tool.arguments})`}
        </pre>
      ))}
      {!hasContent(reply) && <Nothing state={state} />}
      {reply.failure !== '' && (
        <div className={classes.failure} role="alert" data-testid="playground-failure">
          {reply.failure}
        </div>
      )}
      {state !== 'running' && <Facts answer={answer} />}
    </div>
  )
}
