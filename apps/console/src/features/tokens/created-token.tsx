import { splitList } from '@weir/contract/values/quantity'
import type { TokenObject } from '@weir/contract/token'
import { listAvailableModels } from '@weir/contract/user'
import { Button, Modal } from 'antd'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { CopyField } from '../../shared/clipboard/copy-field.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { ClientPanel } from '../../shared/site/clients/client-panel.tsx'
import { modelToTry } from '../../shared/site/clients/clients.ts'
import { apiBaseUrlOf, fullKey, useServerAddress } from '../../shared/site/gateway.ts'
import classes from './token-form.module.css'

/** Right after creation: the key, where to send requests, and how to set up a client. */
export const CreatedToken = ({ token, onClose }: { readonly token: TokenObject; readonly onClose: () => void }) => {
  const t = useText()
  const address = useServerAddress()
  const key = fullKey(token.key)
  const models = useEndpoint(listAvailableModels, { query: {} })
  const model = modelToTry(splitList(token.models), models.data ?? [])
  return (
    <Modal
      open
      // In the middle it would move away under the pointer with every client that is chosen; higher up a toast would cover it.
      style={{ top: 72 }}
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
          <CopyField name="base-url" label={t('home.baseUrl')} value={apiBaseUrlOf(address)} />
        </div>
        <div>
          <div className={classes.label}>{t('token.tryIt')}</div>
          <ClientPanel address={address} token={key} model={model} />
        </div>
      </div>
    </Modal>
  )
}
