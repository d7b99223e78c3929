import type { UserObject } from '@weir/contract/user'
import { editUser, getUser } from '@weir/contract/user-admin'
import { Button, Form, Input } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../shared/api/use-endpoint.ts'
import { AccountFields } from '../../shared/form/account-fields.tsx'
import { BoundAccounts } from '../../shared/form/bound-accounts.tsx'
import { EditPage } from '../../shared/form/edit-page.tsx'
import { FormBones } from '../../shared/form/form-bones.tsx'
import { FormPage, FormSection } from '../../shared/form/form-page.tsx'
import { numberRule } from '../../shared/form/number/number-rule.ts'
import { QuotaInput } from '../../shared/form/quota-input.tsx'
import { QuotaLabel } from '../../shared/form/quota-label.tsx'
import { useFormDraft } from '../../shared/form/use-form-draft.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { pathOf } from '../../shared/navigation/paths.ts'
import { PageHeader } from '../../shared/ui/page/page-header.tsx'
import { GroupItem } from './group-item.tsx'
import { bodyOf, isBalanceToSave, valuesOf, type UserValues } from './user-values.ts'

const secrets = ['password'] as const

const QuotaFields = () => {
  const t = useText()
  const form = Form.useFormInstance<UserValues>()
  const quota = Form.useWatch<UserValues['quota']>('quota', form) ?? null
  return (
    <FormSection title={t('user.section.quota')}>
      <GroupItem />
      <Form.Item
        name="quota"
        label={<QuotaLabel label={t('user.quota')} quota={quota} />}
        validateFirst
        rules={[
          numberRule(t),
          { required: true, type: 'number', message: t('user.quotaInvalid') },
          ({ getFieldValue }) => ({
            validator: (_rule, wanted: number | null) =>
              isBalanceToSave(wanted, Number(getFieldValue('quota_read')))
                ? Promise.resolve()
                : Promise.reject(new Error(t('user.quotaInvalid'))),
          }),
        ]}
      >
        <QuotaInput isChipless data-testid="field-quota" />
      </Form.Item>
      <Form.Item name="quota_read" hidden>
        <Input type="hidden" />
      </Form.Item>
    </FormSection>
  )
}

const ToList = () => {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Button onClick={() => void navigate(pathOf('user'))} data-testid="btn-to-list">
      {t('user.toList')}
    </Button>
  )
}

const BONES = [
  ['field', 'field-help', 'field-help'],
  ['field-help', 'field'],
] as const

const Waiting = () => (
  <>
    <PageHeader hint={useText()('user.editHint')} action={<ToList />} />
    <FormBones sections={BONES} />
  </>
)

const UserForm = ({ user }: { readonly user: UserObject }) => {
  const t = useText()
  usePageTitle(t('user.editTitle', { name: user.username }))
  const navigate = useNavigate()
  const [form] = Form.useForm<UserValues>()
  const initial = useMemo(() => valuesOf(user), [user])
  const draft = useFormDraft({ name: `user-${user.id}`, initial, secrets })
  const save = useAction(editUser, {
    told: () => t('toast.saved', { name: user.username }),
    onDone: (_data, { body }) => {
      draft.finish()
      // Not one that was typed while this was under way.
      if (form.getFieldValue('password') === (body.password ?? '')) form.resetFields(['password'])
      form.setFieldValue('quota_read', body.quota)
    },
  })
  return (
    <FormPage
      hint={t('user.editHint')}
      form={form}
      draft={draft}
      initial={initial}
      saveLabel={t('user.save')}
      isSaving={save.isPending}
      onSave={(values) => save.mutate({ body: bodyOf(user.id, values) })}
      onCancel={() => void navigate(pathOf('setting'))}
      action={<ToList />}
    >
      <FormSection title={t('user.section.account')}>
        <AccountFields />
      </FormSection>
      <QuotaFields />
      <BoundAccounts user={user} />
    </FormPage>
  )
}

/** Another user's record. */
export const UserEditPage = () => (
  <EditPage area="user" endpoint={getUser} input={(id) => ({ params: { id } })} waiting={<Waiting />}>
    {(user) => <UserForm key={user.id} user={user} />}
  </EditPage>
)
