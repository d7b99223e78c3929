import { Form } from 'antd'
import { useNavigate } from 'react-router'
import { useFormDraft } from './use-form-draft.ts'

/** What the page of a form tells the form: how it is called, where it starts and what happens with what was filled in. */
export interface RecordFormProps<Values, Body> {
  readonly draftName: string
  readonly saveLabel: string
  readonly initial: Values
  readonly isNew: boolean
  readonly isSaving: boolean
  /** `finish` drops the draft; call it when the server has accepted. */
  readonly onSave: (body: Body, finish: () => void) => void
}

interface Place<Values> {
  /** Where cancel leads. */
  readonly listPath: string
  readonly secrets?: readonly (keyof Values & string)[]
}

/** The form of a record with its draft, and what the page around the fields needs of both. */
export const useRecordForm = <Values extends object>(
  { draftName, saveLabel, initial, isSaving }: Omit<RecordFormProps<Values, never>, 'onSave' | 'isNew'>,
  { listPath, secrets = [] }: Place<Values>,
) => {
  const navigate = useNavigate()
  const [form] = Form.useForm<Values>()
  const draft = useFormDraft({ name: draftName, initial, secrets })
  return { form, draft, page: { saveLabel, initial, isSaving, form, draft, onCancel: () => void navigate(listPath) } }
}

/** A save that the server accepts ends the draft, also when the form was left before the answer: it would offer to create the same once more. */
export const endDraftWith = (saved: Promise<unknown>, finish: () => void): void => void saved.then(finish, () => undefined)

/** After a save that the server accepted: the draft has done its work, and the list shows the result. */
export const useLeaveTo = (listPath: string) => {
  const navigate = useNavigate()
  return (finish: () => void) => ({
    onSuccess: () => {
      finish()
      void navigate(listPath)
    },
  })
}
