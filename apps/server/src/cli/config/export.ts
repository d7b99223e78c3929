import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { ChannelStatus, type ChannelObject } from '@weir/contract/channel'
import { isSecretOption, optionTable, type OptionKey } from '@weir/contract/options/option'
import { parseJsonObject } from '@weir/contract/values/json'
import { splitList } from '@weir/contract/values/quantity'
import type { Store } from '@weir/store/open-store'
import type { StoredBudget } from '@weir/store/repositories/budgets'
import { Document } from 'yaml'
import type { Gateway } from '../gateway.ts'
import { allBudgets } from './plan-budgets.ts'
import { GROUP_OPTIONS, PRICE_OPTION, isJsonOption, plainOptions } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

const objectIn = (text: string): Json => ({ ...parseJsonObject(text.trim() === '' ? '{}' : text) })

const exportedOption = (key: OptionKey, text: string): unknown => {
  const { kind } = optionTable[key]
  if (isJsonOption(key)) return objectIn(text)
  if (kind === 'boolean') return text === 'true'
  return kind === 'integer' || kind === 'number' ? Number(text) : text
}

const optionsOf = ({ settings }: Gateway): Json =>
  Object.fromEntries(
    plainOptions
      .filter((key) => !isSecretOption(key))
      .map((key) => [key, settings.current().text(key)] as const)
      .filter(([key, value]) => value !== optionTable[key].default)
      .map(([key, value]) => [key, exportedOption(key, value)]),
  )

const groupsOf = ({ settings }: Gateway): Json => {
  const [ratios = {}, descriptions = {}, routings = {}, prices = {}] = GROUP_OPTIONS.map((key) => objectIn(settings.current().text(key)))
  const names = [...new Set([ratios, descriptions, routings, prices].flatMap((members) => Object.keys(members)))].toSorted()
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        ratio: ratios[name] ?? 1,
        ...(descriptions[name] !== undefined && { description: descriptions[name] }),
        ...(routings[name] !== undefined && { routing: routings[name] }),
        ...(prices[name] !== undefined && { prices: prices[name] }),
      },
    ]),
  )
}

const filled = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== ''))

const objectOrNothing = (text: string): Json | undefined => {
  const members = Object.entries(objectIn(text)).filter(([, value]) => value !== '')
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

const costOf = (cost: string): unknown => (cost === '' ? undefined : (parseJsonObject(cost) ?? Number(cost)))

type StoredKeys = NonNullable<Awaited<ReturnType<Store['channelKeys']['all']>>>

interface ExportedChannel {
  readonly entry: Json
  /** What the file must not hold. */
  readonly left: readonly string[]
}

const exportKeys = ({ keys, mode }: StoredKeys): Json => {
  const references = keys.filter(({ isKeyReference }) => isKeyReference).map(({ key }) => key)
  // A list without the keys that may not be told would take them away.
  const told = references.length === keys.length ? references : []
  return {
    key: told.length === 1 ? told[0] : undefined,
    keys: told.length > 1 ? told : undefined,
    key_mode: keys.length > 1 ? mode : undefined,
  }
}

const exportChannel = async (channel: ChannelObject, isNameShared: boolean, { store }: Gateway): Promise<ExportedChannel> => {
  const stored: StoredKeys = (await store.channelKeys.all(channel.id)) ?? { keys: [], mode: 'polling' }
  const secrets = Object.keys(objectIn((await store.channels.secretsOf(channel.id))?.secretConfig ?? ''))
  const entry = filled({
    name: channel.name,
    id: isNameShared ? channel.id : undefined,
    type: channelTypeById(channel.type)?.name.en ?? channel.type,
    // One that is off by itself is meant to be on.
    status: channel.status === ChannelStatus.disabled ? 'disabled' : 'enabled',
    ...exportKeys(stored),
    models: splitList(channel.models),
    groups: splitList(channel.group),
    tags: channel.tag === '' ? undefined : splitList(channel.tag),
    base_url: channel.base_url,
    other: channel.other,
    priority: channel.priority,
    weight: channel.weight,
    model_mapping: objectOrNothing(channel.model_mapping),
    config: objectOrNothing(channel.config),
    system_prompt: channel.system_prompt,
    cost: costOf(channel.cost),
  })
  const name = `channel ${channel.name} (${channel.id})`
  const isKeyTold = stored.keys.every(({ isKeyReference }) => isKeyReference)
  return { entry, left: [...(isKeyTold ? [] : [`${name}: key`]), ...secrets.map((secret) => `${name}: config.${secret}`)] }
}

const exportBudget = async (budget: StoredBudget, { store }: Gateway): Promise<readonly Json[]> => {
  const { scope, scopeKey, model, unit, period, limit, isHard } = budget
  const subject = async (): Promise<Json | undefined> => {
    if (scope === 'group') return { group: scopeKey }
    if (scope === 'token') return { token: Number(scopeKey) }
    const username = (await store.users.findById(Number(scopeKey)))?.user.username
    // A name of digits would be read as an id.
    return username === undefined ? undefined : { user: /^\d+$/.test(username) ? scopeKey : username }
  }
  const of = await subject()
  const isGone = (await store.budgetList.subjects([budget]))[0] === undefined
  return of === undefined || isGone ? [] : [{ ...of, ...filled({ model }), unit, period, limit, hard: isHard }]
}

/** The installation as a file. Secrets are references, or left out and named at the top. */
export const exportConfig = async (gateway: Gateway): Promise<{ readonly value: Json; readonly text: string }> => {
  const channels = (await gateway.store.channels.all()).toSorted((a, b) => a.id - b.id)
  const exported = await Promise.all(
    channels.map((channel) => exportChannel(channel, channels.filter(({ name }) => name === channel.name).length > 1, gateway)),
  )
  const budgets = (await Promise.all((await allBudgets(gateway)).map((budget) => exportBudget(budget, gateway)))).flat()
  const secretOptions = plainOptions.filter((key) => isSecretOption(key) && gateway.settings.current().text(key) !== '')
  const left = [...secretOptions.map((key) => `option ${key}`), ...exported.flatMap((channel) => channel.left)]
  const value = {
    options: optionsOf(gateway),
    groups: groupsOf(gateway),
    prices: objectIn(gateway.settings.current().text(PRICE_OPTION)),
    channels: exported.map(({ entry }) => entry),
    budgets,
  }
  const document = new Document(value, { aliasDuplicateObjects: false })
  const note = [
    'Written by weir export; weir apply takes it back. See docs/cli.md.',
    ...(left.length === 0 ? [] : ['Secrets are left out:', ...left.map((name) => `- ${name}`)]),
  ]
  document.commentBefore = note.map((line) => ` ${line.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')}`).join('\n')
  return { value, text: document.toString({ lineWidth: 0 }).trimEnd() }
}
