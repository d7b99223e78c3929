import { channelTypeById, channelTypes } from '@weir/contract/catalog/channel-types'
import { ChannelStatus, createChannel, editChannel } from '@weir/contract/channel'
import { splitList } from '@weir/contract/values/quantity'
import type { Command } from 'commander'
import { readsAsReference } from '../channels/external-keys.ts'
import { CommandError, type Shown } from '../commands.ts'
import { wholeIn } from './amounts.ts'
import { withGateway, type Gateway } from './gateway.ts'
import { warnOfGroups } from './groups.ts'
import { addLeaf, type Given } from './leaf.ts'
import { findChannel, idIn } from './lookup.ts'
import type { Session } from './session.ts'

const FIELDS = {
  name: ['<text>', 'its name'],
  models: ['<names>', 'the models it serves, separated by commas'],
  group: ['<names>', 'the groups it serves, separated by commas'],
  tag: ['<words>', 'words to find it by, separated by commas'],
  baseUrl: ['<address>', 'the address of the upstream; empty for that of the type'],
  priority: ['<number>', 'the highest is tried first'],
  weight: ['<number>', 'the share among channels of the same priority'],
  modelMapping: ['<json>', 'JSON from a model to the name that the upstream knows'],
  systemPrompt: ['<text>', 'put before every conversation'],
  cost: ['<json>', 'what the upstream takes: a factor of the price, or JSON from model to factor or price'],
  config: ['<json>', 'settings of the type, as JSON'],
  other: ['<text>', 'the further setting of the type, such as a version'],
} as const

const rankIn = (flag: string, text: string | undefined): number | undefined => (text === undefined ? undefined : wholeIn(flag, text))

const fieldsIn = (given: Given<typeof FIELDS>) => {
  const { baseUrl, priority, weight, modelMapping, systemPrompt, ...same } = given
  return {
    ...same,
    base_url: baseUrl,
    priority: rankIn('--priority', priority),
    weight: rankIn('--weight', weight),
    model_mapping: modelMapping,
    system_prompt: systemPrompt,
  }
}

/** By number or by English name, in capitals or not. */
export const typeIn = (text: string): number => {
  const wanted = text.trim().toLowerCase()
  const number = idIn(text)
  const id = number === undefined ? channelTypes.find(({ name }) => name.en.toLowerCase() === wanted)?.id : channelTypeById(number)?.id
  if (id === undefined) throw new CommandError(`${text} is no type of channel: "weir channel types" lists them`)
  return id
}

const KEY_NOTE = 'A key on the line could be read by everybody on this machine: without --key it is read from the input, one line.'

/** References may stand on the line; a key itself may not. */
const keyIn = async (key: string | undefined, question: string, { terminal }: Session): Promise<string> => {
  if (key === undefined) return await terminal.askSecret(question)
  if (!readsAsReference(key))
    throw new CommandError('--key takes a reference, env:WEIR_CHANNEL_… or file:/run/secrets/…: leave it out to type the key')
  return key
}

/** What a key looks like differs: some have several parts, and the simulator takes any word. */
const questionFor = (type: number): string => {
  const hint = channelTypeById(type)?.keyHint.en
  return hint === undefined ? 'Key: ' : `Key (${hint}): `
}

const NUMBER_AT_END = /\d+$/

type Show = (gateway: Gateway, id: number) => Promise<Shown>

export const addChannelWriting = (parent: Command, session: Session, show: Show): void => {
  addLeaf(
    { parent, session },
    {
      usage: 'add <type>',
      summary: 'make a channel of a type, by its number or name',
      flags: {
        ...FIELDS,
        key: ['<reference>', 'where its key is kept: env:WEIR_CHANNEL_… or file:/run/secrets/…'],
        disabled: ['', 'do not switch it on'],
      },
      notes: KEY_NOTE,
    },
    ([type = ''], { key, disabled, ...given }) =>
      withGateway(session.config(), async (gateway) => {
        const fields = { type: typeIn(type), ...fieldsIn(given) }
        const status = disabled === true ? ChannelStatus.disabled : ChannelStatus.enabled
        const { changes } = await gateway.call(createChannel, {
          body: { ...fields, status, mode: 'single', key: await keyIn(key, questionFor(fields.type), session) },
        })
        warnOfGroups(splitList(given.group ?? ''), gateway, session)
        return await show(gateway, Number(NUMBER_AT_END.exec(changes[0]?.object ?? '')?.[0]))
      }),
  )
  addLeaf(
    { parent, session },
    {
      usage: 'set <channel>',
      summary: 'change a channel',
      flags: { ...FIELDS, key: ['<reference>', 'another place where its key is kept'], askKey: ['', 'another key, read from the input'] },
      notes: KEY_NOTE.replace('without --key', 'with --ask-key'),
    },
    ([name = ''], { key, askKey, ...given }) =>
      withGateway(session.config(), async (gateway) => {
        const id = await findChannel(gateway, name)
        const isKeyed = key !== undefined || askKey === true
        await gateway.call(editChannel, { body: { id, ...fieldsIn(given), ...(isKeyed && { key: await keyIn(key, 'Key: ', session) }) } })
        warnOfGroups(splitList(given.group ?? ''), gateway, session)
        return await show(gateway, id)
      }),
  )
}
