import { channelTypeById, channelTypes } from '@weir/contract/catalog/channel-types'
import {
  ChannelStatus,
  deleteChannel,
  editChannel,
  getChannel,
  listChannels,
  searchChannels,
  type ChannelObject,
} from '@weir/contract/channel'
import { testChannel } from '@weir/contract/channels/channel-checks'
import { notFound } from '@weir/contract/errors'
import type { Command } from 'commander'
import { allPages, choiceIn, limitIn } from './amounts.ts'
import { addChannelWriting } from './channel-writing.ts'
import { withGateway, type Gateway } from './gateway.ts'
import type { Shown } from '../commands.ts'
import { addLeaf } from './leaf.ts'
import { findChannel } from './lookup.ts'
import { renderRecord, renderTable, renderTime } from './render.ts'
import type { Session } from './session.ts'

const STATUS_WORDS: Readonly<Record<number, string>> = {
  [ChannelStatus.enabled]: 'enabled',
  [ChannelStatus.disabled]: 'disabled',
  [ChannelStatus.autoDisabled]: 'disabled by itself',
}

const LISTED = ['enabled', 'disabled'] as const

const statusWord = ({ status }: ChannelObject): string => STATUS_WORDS[status] ?? String(status)
const typeWord = ({ type }: ChannelObject): string => channelTypeById(type)?.name.en ?? String(type)

const columns = {
  id: ({ id }: ChannelObject) => id,
  name: ({ name }: ChannelObject) => name,
  type: typeWord,
  status: statusWord,
  group: ({ group }: ChannelObject) => group,
  priority: ({ priority }: ChannelObject) => priority,
  weight: ({ weight }: ChannelObject) => weight,
  used: ({ used_quota: used }: ChannelObject) => used,
  models: ({ models }: ChannelObject) => models,
}

/** Its key is never read. */
const withoutKey = ({ key: _key, ...rest }: ChannelObject) => rest

const recordOf = (channel: ChannelObject): Shown => ({
  json: withoutKey(channel),
  text: renderRecord({
    ...withoutKey(channel),
    type: typeWord(channel),
    status: statusWord(channel),
    created_time: renderTime(channel.created_time),
    test_time: renderTime(channel.test_time),
    balance_updated_time: renderTime(channel.balance_updated_time),
  }),
})

const showChannel = async ({ call }: Gateway, id: number): Promise<Shown> => recordOf((await call(getChannel, { params: { id } })).data)

const addReading = (parent: Command, session: Session): void => {
  addLeaf(
    { parent, session },
    {
      usage: 'list',
      summary: 'list channels, newest first',
      flags: {
        keyword: ['<text>', 'an id, or the beginning of a word of name, models or tags'],
        status: ['<word>', LISTED.join(' or ')],
        group: ['<names>', 'of one of these groups'],
        model: ['<names>', 'with one of these models'],
        tag: ['<words>', 'with one of these tags'],
        limit: ['<number>', 'no more than so many'],
      },
    },
    (_, { keyword, limit, status, ...given }) => {
      const filter = { ...given, ...(status !== undefined && { status: choiceIn('--status', status, LISTED) }) }
      return withGateway(session.config(), async ({ call }) => {
        const rows = await allPages(
          async (page) =>
            keyword === undefined
              ? (await call(listChannels, { query: { ...filter, ...page } })).data
              : (await call(searchChannels, { query: { ...filter, keyword, ...page } })).data,
          limitIn(limit),
        )
        return { json: rows.map(withoutKey), text: renderTable(rows, columns) }
      })
    },
  )
  addLeaf(
    { parent, session },
    { usage: 'show <channel>', summary: 'show one channel, by its id or a name that is its own' },
    ([name = '']) => withGateway(session.config(), async (gateway) => await showChannel(gateway, await findChannel(gateway, name))),
  )
  addLeaf({ parent, session }, { usage: 'types', summary: 'list the types of channels' }, async () => {
    const rows = channelTypes.map(({ id, name, defaultBaseUrl }) => ({ id, name: name.en, base_url: defaultBaseUrl }))
    return { json: rows, text: renderTable(rows, { id: ({ id }) => id, name: ({ name }) => name, base_url: (row) => row.base_url }) }
  })
}

const SWITCHES = [
  { verb: 'enable', status: ChannelStatus.enabled, summary: 'switch a channel on' },
  { verb: 'disable', status: ChannelStatus.disabled, summary: 'switch a channel off' },
] as const

const addDeeds = (parent: Command, session: Session): void => {
  addLeaf(
    { parent, session },
    {
      usage: 'test <channel>',
      summary: 'send one short request through a channel; the exit code is 1 when it fails',
      flags: { model: ['<name>', 'with this model'] },
    },
    ([name = ''], { model = '' }) =>
      withGateway(session.config(), async (gateway) => {
        const id = await findChannel(gateway, name)
        const { isSuccess, message, extra } = await gateway.call(testChannel, { params: { id }, query: { model } })
        const json = { id, success: isSuccess, message, ...extra }
        const word = isSuccess ? 'passed' : `failed (${String(extra['reason'])})`
        const text = `${word} with ${String(extra['modelName'])} in ${String(extra['time'])} s: ${message}`
        return { json, text, isFailure: !isSuccess }
      }),
  )
  for (const { verb, status, summary } of SWITCHES)
    addLeaf({ parent, session }, { usage: `${verb} <channel>`, summary }, ([name = '']) =>
      withGateway(session.config(), async (gateway) => {
        const id = await findChannel(gateway, name)
        await gateway.call(editChannel, { body: { id, status } })
        return await showChannel(gateway, id)
      }),
    )
  addLeaf({ parent, session }, { usage: 'delete <channel...>', summary: 'delete channels with their keys' }, (names) =>
    withGateway(session.config(), async (gateway) => {
      const ids: number[] = []
      for (const name of names) ids.push(await findChannel(gateway, name))
      // All of them must be there before the first one goes.
      for (const id of ids) if ((await gateway.store.channels.get(id)) === undefined) throw notFound('channel', id)
      for (const id of ids) await gateway.call(deleteChannel, { params: { id } })
      return { json: { deleted: ids }, text: `Deleted: ${ids.join(', ')}` }
    }),
  )
}

export const addChannels = (program: Command, session: Session): void => {
  const parent = program.command('channel').description('upstreams: list, show, types, add, set, test, enable, disable, delete')
  addReading(parent, session)
  addChannelWriting(parent, session, showChannel)
  addDeeds(parent, session)
}
