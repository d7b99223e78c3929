import { Button, Form, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import classes from './form-page.module.css'
import type { FormDraft } from './use-form-draft.ts'

interface Props<Values extends object> {
  readonly hint?: string
  readonly form: FormInstance<Values>
  readonly draft: FormDraft<Values>
  /** Without the draft; what "discard" goes back to. */
  readonly initial: Values
  readonly saveLabel: string
  readonly isSaving: boolean
  readonly onSave: (values: Values) => void
  readonly onCancel: () => void
  /** Stands beside the hint: a way elsewhere. */
  readonly action?: ReactNode
  /** Stands beside the button that saves. */
  readonly barAction?: ReactNode
  readonly children: ReactNode
}

/** A mark that no rule of the field has set goes with the value that it was about; a rule looks at the new one by itself. */
const unmark = (form: FormInstance, changed: object): void => {
  for (const name of Object.keys(changed)) if (form.getFieldError(name).length > 0) form.setFields([{ name, errors: [] }])
}

/** One column of fields, a bar that stays in sight, and the draft notice. */
export const FormPage = <Values extends object>(props: Props<Values>) => {
  const { hint, form, draft, initial, saveLabel, isSaving, onSave, onCancel, action, barAction, children } = props
  const t = useText()
  const discard = () => {
    form.setFieldsValue(initial)
    draft.finish()
  }
  return (
    <>
      {hint !== undefined && <PageHeader hint={hint} action={action} />}
      <Form
        form={form}
        className={classes.form ?? ''}
        layout="vertical"
        initialValues={draft.start}
        scrollToFirstError={{ focus: true }}
        onValuesChange={(changed: object, values: Values) => {
          unmark(form, changed)
          draft.keep(values)
        }}
        onFinish={onSave}
        noValidate
      >
        {draft.isRestored && (
          <div className={classes.draft} role="status" data-testid="draft-notice">
            {t('form.draft')}
            <Button size="small" type="link" onClick={discard}>
              {t('form.discardDraft')}
            </Button>
          </div>
        )}
        <div className={classes.fields}>{children}</div>
        <div className={classes.bar}>
          <Button type="primary" htmlType="submit" loading={isSaving} data-testid="btn-save">
            {saveLabel}
          </Button>
          {barAction}
          <Button onClick={onCancel} data-testid="btn-cancel-form">
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </>
  )
}

/** A group of fields under a small heading. */
export const FormSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={classes.section}>
    <h2 className={classes.heading}>{title}</h2>
    {children}
  </section>
)
