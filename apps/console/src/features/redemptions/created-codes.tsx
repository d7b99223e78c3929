import { Button, Modal } from 'antd'
import { CodeBlock } from '../../shared/clipboard/code-block.tsx'
import { useText } from '../../shared/i18n/use-text.ts'

interface Props {
  readonly name: string
  readonly codes: readonly string[]
  readonly onDownload: () => void
  readonly onClose: () => void
}

/** Right after creation: the codes once more, for those whose browser did not keep the file. */
export const CreatedCodes = ({ name, codes, onDownload, onClose }: Props) => {
  const t = useText()
  return (
    <Modal
      open
      centered
      width={560}
      title={t('redemption.createdTitle', { name })}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <Button key="download" onClick={onDownload} data-testid="btn-download">
          {t('redemption.download')}
        </Button>,
        <Button key="list" type="primary" onClick={onClose} data-testid="btn-to-list">
          {t('redemption.toList')}
        </Button>,
      ]}
    >
      <div data-testid="created-codes">
        <p>{t('redemption.createdHint', { count: codes.length })}</p>
        <CodeBlock name="codes" label={t('redemption.copyAll')} code={codes.join('\n')} />
      </div>
    </Modal>
  )
}
