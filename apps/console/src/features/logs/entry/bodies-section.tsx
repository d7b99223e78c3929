import type { LogEntry } from '@weir/contract/log'
import { readLogBodies, type KeptBodyObject } from '@weir/contract/logs/log-bodies'
import { Button } from 'antd'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { CodeBlock } from '../../../shared/clipboard/code-block.tsx'
import { useText } from '../../../shared/i18n/use-text.ts'
import classes from '../logs.module.css'
import { laidOut } from './laid-out.ts'

interface SideProps {
  readonly name: 'request' | 'reply'
  readonly body: KeptBodyObject
}

const Side = ({ name, body }: SideProps) => {
  const t = useText()
  const label = t(name === 'request' ? 'log.bodies.request' : 'log.bodies.reply')
  return (
    <div className={classes.body} data-testid={`body-${name}`}>
      <h4 className={classes.bodyName}>
        {label}
        <span className={classes.quiet}>{t('log.bodies.size', { bytes: body.bytes.toLocaleString('en-US') })}</span>
      </h4>
      {body.text === '' ? (
        <p className={classes.quiet}>{t('log.bodies.empty')}</p>
      ) : (
        <CodeBlock name={name} label={t('log.bodies.copy', { name: label })} code={body.text} shown={laidOut(body.text)} />
      )}
      {body.is_cut && <p className={classes.quiet}>{t('log.bodies.cut')}</p>}
    </div>
  )
}

/** Read on demand: each reading stands in the audit trail. */
export const BodiesSection = ({ entry }: { readonly entry: LogEntry }) => {
  const t = useText()
  const { mutate, data, isPending } = useAction(readLogBodies, { success: false })
  if (!entry.has_bodies) return null
  return (
    <section data-testid="bodies">
      <h3 className={classes.heading}>{t('log.bodies')}</h3>
      {data === undefined ? (
        <>
          <Button onClick={() => mutate({ params: { id: entry.id } })} loading={isPending} data-testid="btn-read-bodies">
            {t('log.bodies.read')}
          </Button>
          <p className={classes.note}>{t('log.bodies.traced')}</p>
        </>
      ) : (
        <>
          <Side name="request" body={data.request} />
          <Side name="reply" body={data.reply} />
        </>
      )}
    </section>
  )
}
