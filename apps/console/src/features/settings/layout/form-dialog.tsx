import { Form, Modal, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'

interface Props<Values extends object> {
  /** Of the button that saves, for tests. */
  readonly name: string
  readonly title: string
  readonly form: FormInstance<Values>
  readonly initial: Partial<Values>
  readonly isSaving: boolean
  readonly onSave: (values: Values) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

const testId = (name: string) => ({ 'data-testid': name })

/** One record of the settings, made or changed in a dialog. */
export const FormDialog = <Values extends object>({ name, title, form, initial, isSaving, onSave, onClose, children }: Props<Values>) => (
  <Modal
    open
    centered
    width={480}
    title={title}
    okText={useText()('budget.save')}
    confirmLoading={isSaving}
    okButtonProps={testId(`btn-${name}-save`)}
    onOk={form.submit}
    onCancel={onClose}
  >
    <Form form={form} layout="vertical" requiredMark={false} initialValues={initial} onFinish={onSave}>
      {children}
    </Form>
  </Modal>
)
