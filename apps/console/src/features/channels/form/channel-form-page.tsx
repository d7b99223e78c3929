import { createChannel, editChannel, getChannel, type ChannelObject } from '@weir/contract/channel'
import { useMemo } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { EditPage } from '../../../shared/form/edit-page.tsx'
import { FormBones } from '../../../shared/form/form-bones.tsx'
import { endDraftWith, useLeaveTo } from '../../../shared/form/use-record-form.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { pathOf } from '../../../shared/navigation/paths.ts'
import { ChannelForm } from './channel-form.tsx'
import { newChannelValues, valuesOf } from './channel-values.ts'

export const ChannelAddPage = () => {
  const t = useText()
  const leave = useLeaveTo(pathOf('channel'))
  const create = useAction(createChannel)
  return (
    <ChannelForm
      draftName="channel-add"
      saveLabel={t('channel.create')}
      initial={newChannelValues}
      isNew
      isSaving={create.isPending}
      onSave={(body, finish) => endDraftWith(create.mutateAsync({ body }, leave(finish)), finish)}
    />
  )
}

const LoadedChannelForm = ({ channel }: { readonly channel: ChannelObject }) => {
  const t = useText()
  const leave = useLeaveTo(pathOf('channel'))
  const edit = useAction(editChannel)
  return (
    <ChannelForm
      channel={channel}
      draftName={`channel-${channel.id}`}
      saveLabel={t('channel.save')}
      initial={useMemo(() => valuesOf(channel), [channel])}
      isNew={false}
      isSaving={edit.isPending}
      onSave={(body, finish) => endDraftWith(edit.mutateAsync({ body: { id: channel.id, ...body } }, leave(finish)), finish)}
    />
  )
}

const BONES = [
  ['field-help', 'field', 'field-help', 'field-help'],
  ['field-help', 'field-help'],
] as const

export const ChannelEditPage = () => (
  <EditPage area="channel" endpoint={getChannel} input={(id) => ({ params: { id } })} waiting={<FormBones sections={BONES} />}>
    {(channel) => <LoadedChannelForm key={channel.id} channel={channel} />}
  </EditPage>
)
