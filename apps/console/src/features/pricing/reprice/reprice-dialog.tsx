import { applyReprice, previewReprice, type RepriceSummaryObject } from '@weir/contract/ledger/reprice'
import { formatQuotaSum } from '@weir/contract/values/format'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useQuotaDisplay } from '../../../shared/session/use-session.ts'
import { RepriceDifference } from './reprice-difference.tsx'
import { RepriceFields, type Draft } from './reprice-fields.tsx'

/** A long log is read to its end before the answer comes. */
const PATIENCE_MS = 600_000

interface Span {
  readonly models: string[]
  readonly start: number
  readonly end: number
}

interface Preview {
  readonly span: Span
  readonly summary: RepriceSummaryObject & { readonly revision: string }
}

const spanOf = ({ models, start, end }: Draft): Span | undefined =>
  models.length === 0 || start === null || end === null || end <= start ? undefined : { models: [...models], start, end }

interface ApplyProps {
  readonly preview: Preview
  readonly onDone: () => void
}

/** The server refuses when prices have changed since the preview. */
const ApplyButton = ({ preview: { span, summary }, onDone }: ApplyProps) => {
  const t = useText()
  const display = useQuotaDisplay()
  const apply = useAction(applyReprice, {
    success: false,
    timeoutMs: PATIENCE_MS,
    onDone: ({ credited, debited }) => {
      const sums = { credited: formatQuotaSum(credited, display), debited: formatQuotaSum(debited, display) }
      notify.success(t('pricing.reprice.applied', sums))
      onDone()
    },
  })
  const isSame = summary.credited + summary.debited === 0
  return (
    <Button
      type="primary"
      disabled={isSame}
      loading={apply.isPending}
      onClick={() => apply.mutate({ body: { ...span, revision: summary.revision } })}
      data-testid="btn-apply"
    >
      {t(isSame ? 'pricing.reprice.nothing' : 'pricing.reprice.apply')}
    </Button>
  )
}

interface DialogProps {
  readonly models: readonly string[]
  readonly onClose: () => void
}

/** First the differences, then exactly those. */
const RepriceDialog = ({ models, onClose }: DialogProps) => {
  const t = useText()
  const [draft, setDraft] = useState<Draft>(() => ({ models: [], start: null, end: Math.floor(Date.now() / 1000) }))
  const [preview, setPreview] = useState<Preview>()
  const span = spanOf(draft)
  const look = useAction(previewReprice, {
    success: false,
    timeoutMs: PATIENCE_MS,
    onDone: (summary, { body }) => setPreview({ span: body, summary }),
  })
  const footer =
    preview === undefined ? (
      <Button
        type="primary"
        disabled={span === undefined}
        loading={look.isPending}
        onClick={() => span && look.mutate({ body: span })}
        data-testid="btn-preview"
      >
        {t('pricing.reprice.preview')}
      </Button>
    ) : (
      <>
        <Button onClick={() => setPreview(undefined)} data-testid="btn-back">
          {t('pricing.reprice.back')}
        </Button>
        <ApplyButton preview={preview} onDone={onClose} />
      </>
    )
  return (
    <Modal open title={t('pricing.reprice')} width={760} onCancel={onClose} footer={footer}>
      {preview === undefined ? (
        <RepriceFields models={models} draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
      ) : (
        <RepriceDifference summary={preview.summary} />
      )}
    </Modal>
  )
}

export const RepriceButton = ({ models }: { readonly models: readonly string[] }) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)} data-testid="btn-reprice">
        {t('pricing.reprice')}
      </Button>
      {isOpen && <RepriceDialog models={models} onClose={() => setIsOpen(false)} />}
    </>
  )
}
