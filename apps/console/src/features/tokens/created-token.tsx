import { splitList } from '@weir/contract/values/quantity'
import type { TokenObject } from '@weir/contract/token'
import { Button, Modal } from 'antd'
import { CodeBlock } from '../../shared/clipboard/code-block.tsx'
import { CopyField } from '../../shared/clipboard/copy-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { apiBaseUrlOf, fullKey, useServerAddress } from '../../shared/site/gateway.ts'
import { FALLBACK_MODEL, snippet } from '../../shared/site/snippets.ts'
import classes from './token-form.module.css'

/** Right after creation: the key, where to send requests, and a request that works. */
export const CreatedToken = ({ token, onClose }: { readonly token: TokenObject; readonly onClose: () => void }) => {
  const t = useText()
  const baseUrl = apiBaseUrlOf(useServerAddress())
  const key = fullKey(token.key)
  const model = splitList(token.models)[0] ?? FALLBACK_MODEL
  return (
    <Modal
      open
      centered
      width={640}
      title={t('token.createdTitle', { name: token.name })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose} data-testid="btn-to-list">
          {t('token.toList')}
        </Button>
      }
    >
      <div className={classes.created} data-testid="created-token">
        <p>{t('token.createdHint')}</p>
        <div>
          <div className={classes.label}>{t('token.key')}</div>
          <CopyField name="key" label={t('token.key')} value={key} />
        </div>
        <div>
          <div className={classes.label}>{t('home.baseUrl')}</div>
          <CopyField name="base-url" label={t('home.baseUrl')} value={baseUrl} />
        </div>
        <div>
          <div className={classes.label}>{t('token.tryIt')}</div>
          <CodeBlock name="curl" label={t('home.copyExample')} code={snippet('curl', { baseUrl, key, model })} />
        </div>
      </div>
    </Modal>
  )
}
