import { createChannel, editChannel, getChannel, type ChannelObject } from '@weir/contract/channel'
import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useText } from '../../shared/i18n/use-text.ts'
import { paths } from '../../shared/paths.ts'
import { PageLoading } from '../../shared/ui/page-loading.tsx'
import { FailedState } from '../../shared/ui/state.tsx'
import { useAction, useEndpoint } from '../../shared/use-endpoint.ts'
import { ChannelForm } from './channel-form.tsx'
import { newChannelValues, valuesOf } from './channel-values.ts'

const useToList = () => {
  const navigate = useNavigate()
  return () => void navigate(paths.channel)
}

export const ChannelAddPage = () => {
  const t = useText()
  const toList = useToList()
  const create = useAction(createChannel)
  return (
    <ChannelForm
      draftName="channel-add"
      title={t('channel.addTitle')}
      saveLabel={t('channel.create')}
      initial={newChannelValues}
      isNew
      isSaving={create.isPending}
      onSave={(body, finish) =>
        create.mutate(
          { body },
          {
            onSuccess: () => {
              finish()
              toList()
            },
          },
        )
      }
    />
  )
}

const LoadedChannelForm = ({ channel }: { readonly channel: ChannelObject }) => {
  const t = useText()
  const toList = useToList()
  const edit = useAction(editChannel)
  return (
    <ChannelForm
      draftName={`channel-${channel.id}`}
      title={t('channel.editTitle')}
      saveLabel={t('channel.save')}
      initial={useMemo(() => valuesOf(channel), [channel])}
      isNew={false}
      isSaving={edit.isPending}
      onSave={(body, finish) =>
        edit.mutate(
          { body: { id: channel.id, ...body } },
          {
            onSuccess: () => {
              finish()
              toList()
            },
          },
        )
      }
    />
  )
}

export const ChannelEditPage = () => {
  const { id = '' } = useParams()
  const { data, isError, refetch } = useEndpoint(getChannel, { params: { id } }, { isFresh: true })
  if (data) return <LoadedChannelForm key={data.id} channel={data} />
  return isError ? <FailedState onRetry={() => void refetch()} /> : <PageLoading page="page.channelEdit" />
}
