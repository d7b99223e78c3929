import { useQueryClient } from '@tanstack/react-query'
import { listModelPrices } from '@weir/contract/prices/model-prices'
import { importPriceList, previewPriceList, priceListNews } from '@weir/contract/prices/price-import'
import { Button, Input, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { notify } from '../../shared/feedback/notify.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { ImportDifference, ImportProblems, type Preview } from './import-difference.tsx'
import classes from './pricing.module.css'

interface SourceProps {
  readonly text: string
  readonly onText: (text: string) => void
}

const Source = ({ text, onText }: SourceProps) => {
  const t = useText()
  const file = useRef<HTMLInputElement>(null)
  const read = async (files: FileList | null) => {
    const content = await files?.[0]?.text()
    if (content !== undefined) onText(content)
  }
  return (
    <>
      <p className={classes.note}>{t('pricing.import.hint')}</p>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => void read(event.target.files)}
        data-testid="field-file"
      />
      <Button className={classes.choose ?? ''} onClick={() => file.current?.click()}>
        {t('pricing.import.choose')}
      </Button>
      <Input.TextArea
        className={classes.text ?? ''}
        value={text}
        rows={12}
        spellCheck={false}
        aria-label={t('pricing.import.text')}
        placeholder={t('pricing.import.text')}
        onChange={(event) => onText(event.target.value)}
        data-testid="field-text"
      />
    </>
  )
}

interface ApplyProps {
  readonly text: string
  readonly preview: Preview
  readonly isScheduled: boolean
  readonly onDone: () => void
}

/** The server refuses when prices have changed since the preview. */
const ApplyButton = ({ text, preview, isScheduled, onDone }: ApplyProps) => {
  const t = useText()
  const client = useQueryClient()
  const apply = useAction(importPriceList, {
    success: false,
    onDone: ({ saved }) => {
      notify.success(t('pricing.import.applied', { count: saved }))
      for (const { path } of [listModelPrices, priceListNews]) void client.invalidateQueries({ queryKey: [path] })
      onDone()
    },
  })
  const count = preview.added.length + preview.changed.length
  return (
    <Button
      type="primary"
      disabled={count === 0}
      loading={apply.isPending}
      onClick={() => apply.mutate({ body: { text, revision: preview.revision, ...(isScheduled && { scheduled: true }) } })}
      data-testid="btn-apply"
    >
      {count === 0 ? t('pricing.import.nothing') : t('pricing.import.apply', { count })}
    </Button>
  )
}

const Found = ({ preview }: { readonly preview: Preview }) =>
  preview.problems.length > 0 ? <ImportProblems problems={preview.problems} /> : <ImportDifference preview={preview} />

interface ImportProps {
  /** Shown at once; empty to be asked for. */
  readonly list: string
  readonly onClose: () => void
}

/** First the difference, then exactly that. */
export const ImportDialog = ({ list, onClose }: ImportProps) => {
  const t = useText()
  const [text, setText] = useState(list)
  const [preview, setPreview] = useState<Preview>()
  const look = useAction(previewPriceList, { success: false, onDone: setPreview })
  const { mutate } = look
  useEffect(() => {
    if (list !== '') mutate({ body: { text: list } })
  }, [list, mutate])
  const footer =
    preview === undefined ? (
      <Button
        type="primary"
        disabled={text.trim() === ''}
        loading={look.isPending}
        onClick={() => look.mutate({ body: { text } })}
        data-testid="btn-preview"
      >
        {t('pricing.import.preview')}
      </Button>
    ) : (
      <>
        <Button onClick={() => setPreview(undefined)} data-testid="btn-back">
          {t('pricing.import.back')}
        </Button>
        {preview.problems.length === 0 && (
          <ApplyButton text={text} preview={preview} isScheduled={list !== '' && text === list} onDone={onClose} />
        )}
      </>
    )
  return (
    <Modal open title={t('pricing.import')} width={760} onCancel={onClose} footer={footer}>
      <div className={classes.dialog}>{preview === undefined ? <Source text={text} onText={setText} /> : <Found preview={preview} />}</div>
    </Modal>
  )
}
