import { KEY_GRACE_SECONDS, replaceTokenKey, type TokenObject } from '@weir/contract/token'
import { Button, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { CopyField } from '../../shared/clipboard/copy-field.tsx'
import { FormSection } from '../../shared/form/form-page.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { fullKey } from '../../shared/site/gateway.ts'
import classes from './token-form.module.css'

type Grace = (typeof KEY_GRACE_SECONDS)[number]

const DAY: Grace = 86_400

const testId = (name: string) => ({ 'data-testid': name })

interface DialogProps {
  readonly token: TokenObject
  readonly onClose: () => void
}

const NewKeyDialog = ({ token, onClose }: DialogProps) => {
  const t = useText()
  return (
    <Modal
      open
      centered
      title={t('token.replacedTitle', { name: token.name || token.id })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose} data-testid="btn-replaced-done">
          {t('common.close')}
        </Button>
      }
    >
      <div className={classes.created} data-testid="replaced-key">
        <p>{t('token.createdHint')}</p>
        <CopyField name="key" label={t('token.key')} value={fullKey(token.key)} />
      </div>
    </Modal>
  )
}

/** Asks how long programs have to change over; nothing happens before the answer. */
const GraceDialog = ({ token, onClose, onReplaced }: DialogProps & { readonly onReplaced: (token: TokenObject) => void }) => {
  const t = useText()
  const [grace, setGrace] = useState<Grace>(DAY)
  const replace = useAction(replaceTokenKey, { onDone: onReplaced })
  return (
    <Modal
      open
      centered
      title={t('token.replaceTitle', { name: token.name || token.id })}
      okText={t('token.replaceOk')}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: true, loading: replace.isPending, ...testId('btn-confirm') }}
      cancelButtonProps={{ autoFocus: true, ...testId('btn-cancel') }}
      onOk={() => replace.mutate({ params: { id: token.id }, body: { grace_seconds: grace } })}
      onCancel={onClose}
    >
      <div className={classes.created}>
        <p>{t('token.replaceHint')}</p>
        <div>
          <div className={classes.label}>{t('token.grace')}</div>
          <Segmented
            block
            aria-label={t('token.grace')}
            value={grace}
            onChange={setGrace}
            options={KEY_GRACE_SECONDS.map((seconds) => ({
              value: seconds,
              label: <span data-testid={`grace-${seconds}`}>{t(`token.grace.${seconds}`)}</span>,
            }))}
          />
        </div>
      </div>
    </Modal>
  )
}

/** A new key for a token that keeps everything else. */
export const ReplaceKey = ({ token }: { readonly token: TokenObject }) => {
  const t = useText()
  const [isAsking, setIsAsking] = useState(false)
  const [replaced, setReplaced] = useState<TokenObject>()
  const showKey = (fresh: TokenObject) => {
    setIsAsking(false)
    setReplaced(fresh)
  }
  return (
    <FormSection title={t('token.key')}>
      <Button danger onClick={() => setIsAsking(true)} data-testid="btn-replace-key">
        {t('token.replace')}
      </Button>
      {isAsking && <GraceDialog token={token} onClose={() => setIsAsking(false)} onReplaced={showKey} />}
      {replaced !== undefined && <NewKeyDialog token={replaced} onClose={() => setReplaced(undefined)} />}
    </FormSection>
  )
}
