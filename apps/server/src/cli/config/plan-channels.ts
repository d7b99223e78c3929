import { ChannelStatus, createChannel, deleteChannel, editChannel, type ChannelObject } from '@weir/contract/channel'
import { addChannelKeys, setKeyMode } from '@weir/contract/channels/channel-keys'
import { Refusal } from '@weir/contract/errors'
import { parseJsonObject } from '@weir/contract/values/json'
import { parsePart } from '../../admin/parse-part.ts'
import { splitConfig } from '../../channels/channel-secrets.ts'
import { readsAsReference } from '../../channels/external-keys.ts'
import { isMoved } from '../../channels/moved-address.ts'
import { CommandError } from '../../commands.ts'
import { typeIn } from '../channel-writing.ts'
import type { Gateway } from '../gateway.ts'
import { about, canonical, type FieldChange, type RunnableStep } from './plan.ts'
import type { ChannelEntry, ConfigFile } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

const WORDS = { enabled: ChannelStatus.enabled, disabled: ChannelStatus.disabled } as const
const JSON_FIELDS: ReadonlySet<string> = new Set(['model_mapping', 'config', 'cost'])

const objectIn = (text: string): Json => ({ ...parseJsonObject(text) })
const keysOf = ({ key, keys }: ChannelEntry): readonly string[] | undefined => keys ?? (key === undefined ? undefined : [key])
const nameOf = ({ name, id }: ChannelEntry): string => `channel ${name}${id === undefined ? '' : ` (${id})`}`

/** Secrets among the settings are named, and read where they are named: what is stored is the secret, as with a form. */
const openConfig = (config: Json, { externalKeys }: Gateway): string => {
  const secrets = new Set(Object.keys(objectIn(splitConfig(JSON.stringify(config)).secretConfig)))
  const opened = Object.entries(config).map(([name, value]) => {
    if (!secrets.has(name)) return [name, value]
    const reference = typeof value === 'string' ? value : ''
    if (!readsAsReference(reference))
      throw new CommandError(`config.${name} is a secret: give a reference, env:WEIR_CHANNEL_… or file:/path`)
    externalKeys.check(reference)
    return [name, externalKeys.resolve({ key: reference, isKeyReference: true })]
  })
  return JSON.stringify(Object.fromEntries(opened))
}

const costText = (cost: number | Json): string => (typeof cost === 'number' ? String(cost) : JSON.stringify(cost))

/** What the entry says, in the words of the endpoint and by its rules. */
const fieldsOf = (entry: ChannelEntry, gateway: Gateway) => {
  const { name, type, status, models, groups, tags, model_mapping: mapping, config, cost } = entry
  const given = {
    name,
    base_url: entry.base_url,
    other: entry.other,
    priority: entry.priority,
    weight: entry.weight,
    system_prompt: entry.system_prompt,
    type: typeof type === 'number' ? type : typeIn(type),
    status: status === undefined ? undefined : WORDS[status],
    models: models?.join(','),
    group: groups?.join(','),
    tag: tags?.join(','),
    model_mapping: mapping === undefined ? undefined : JSON.stringify(mapping),
    config: config === undefined ? undefined : openConfig(config, gateway),
    cost: cost === undefined ? undefined : costText(cost),
  }
  const body = { id: 1, ...given }
  parsePart(editChannel.input.body, body, 'en')
  const { id: _id, ...fields } = editChannel.input.body.parse(body)
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

type Fields = ReturnType<typeof fieldsOf>

/** An empty secret among settings is one that stays. */
const comparable = (field: string, value: unknown): string => {
  if (!JSON_FIELDS.has(field) || typeof value !== 'string') return String(value)
  const members = parseJsonObject(value)
  if (members === undefined) return value
  return Object.keys(members).length === 0
    ? ''
    : canonical(Object.fromEntries(Object.entries(members).filter(([, member]) => member !== '')))
}

const shownText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const configChange = async (before: ChannelObject, wanted: string, { store }: Gateway): Promise<readonly FieldChange[]> => {
  const split = splitConfig(wanted)
  const stored = objectIn((await store.channels.secretsOf(before.id))?.secretConfig ?? '')
  const fresh = Object.entries(objectIn(split.secretConfig)).filter(([name, value]) => stored[name] !== value)
  const plain =
    comparable('config', before.config) === comparable('config', split.config)
      ? []
      : [{ field: 'config', before: before.config, after: split.config }]
  return [
    ...plain,
    ...fresh.map(([name]) => ({ field: `config.${name}`, before: stored[name] === undefined ? 'empty' : 'set', after: 'set' })),
  ]
}

const fieldChanges = async (before: ChannelObject, fields: Fields, gateway: Gateway): Promise<readonly FieldChange[]> => {
  const stored: Json = before
  const changes: FieldChange[] = []
  for (const [field, value] of Object.entries(fields)) {
    // Off by itself is a matter of its health, and no file's to change.
    if (field === 'status' && before.status === ChannelStatus.autoDisabled && value === ChannelStatus.enabled) continue
    if (field === 'config') changes.push(...(await configChange(before, String(value), gateway)))
    else if (comparable(field, stored[field]) !== comparable(field, value))
      changes.push({ field, before: shownText(stored[field]), after: shownText(value) })
  }
  return changes
}

const keyChanges = (
  wanted: readonly string[] | undefined,
  stored: readonly { readonly key: string; readonly isKeyReference: boolean }[],
): readonly FieldChange[] => {
  if (wanted === undefined || canonical(stored.map(({ key, isKeyReference }) => (isKeyReference ? key : undefined))) === canonical(wanted))
    return []
  const shown = stored.map(({ key, isKeyReference }) => (isKeyReference ? key : 'kept in the database'))
  return [{ field: 'key', before: shown.join(', '), after: wanted.join(', ') }]
}

const planNew = (entry: ChannelEntry, fields: Fields, { call }: Gateway): RunnableStep => {
  const keys = keysOf(entry)
  if (keys === undefined) throw new CommandError(`${nameOf(entry)}: a new channel needs key or keys`)
  if (entry.id !== undefined) throw new CommandError(`${nameOf(entry)} is not there: leave id out to make one`)
  const several = { mode: keys.length > 1 ? ('multi_to_single' as const) : ('single' as const), multi_key_mode: entry.key_mode }
  const body = { type: Number(fields['type']), ...fields, ...several, key: keys.join('\n') }
  parsePart(createChannel.input.body, body, 'en')
  const shown = Object.entries(fields).filter(([field]) => field !== 'name' && field !== 'config')
  const config = fields['config'] === undefined ? [] : [['config', splitConfig(String(fields['config'])).config]]
  const keyMode = entry.key_mode === undefined ? [] : [['key_mode', entry.key_mode]]
  return {
    kind: 'create',
    object: nameOf(entry),
    fields: [...shown, ...config, ['key', keys.join(', ')], ...keyMode].map(([field, value]) => ({
      field: String(field),
      before: undefined,
      after: shownText(value),
    })),
    run: async () => void (await call(createChannel, { body })),
  }
}

const planChange = async (
  entry: ChannelEntry,
  before: ChannelObject,
  { fields, gateway }: { fields: Fields; gateway: Gateway },
): Promise<readonly RunnableStep[]> => {
  const { call, store } = gateway
  const { id } = before
  const stored = (await store.channelKeys.all(id)) ?? { keys: [], mode: 'polling' as const }
  const keys = keysOf(entry)
  const ofKeys = keyChanges(keys, stored.keys)
  const ofFields = await fieldChanges(before, fields, gateway)
  const mode = entry.key_mode === stored.mode ? undefined : entry.key_mode
  const changes = [...ofFields, ...ofKeys, ...(mode === undefined ? [] : [{ field: 'key_mode', before: stored.mode, after: mode }])]
  if (changes.length === 0) return []
  const after = { type: Number(fields['type']), baseUrl: String(fields['base_url'] ?? before.base_url) }
  const moved = isMoved({ type: before.type, baseUrl: before.base_url }, after)
  if (moved && keys === undefined) throw new Refusal('key-required')
  const changed = new Set(ofFields.map(({ field }) => field.replace(/\..*/, '')))
  const body = Object.fromEntries(Object.entries(fields).filter(([field]) => changed.has(field)))
  const [first, ...further] = ofKeys.length > 0 || moved ? (keys ?? []) : []
  return [
    {
      kind: 'change',
      object: nameOf(entry),
      fields: changes,
      run: async () => {
        if (changed.size > 0 || first !== undefined)
          await call(editChannel, { body: { id, ...body, ...(first !== undefined && { key: first }) } })
        if (further.length > 0) await call(addChannelKeys, { params: { id }, body: { key: further.join('\n') } })
        if (mode !== undefined) await call(setKeyMode, { params: { id }, body: { mode } })
      },
    },
  ]
}

const matchOf = (entry: ChannelEntry, all: readonly ChannelObject[]): ChannelObject | undefined => {
  const found = all.filter(({ name, id }) => name === entry.name && (entry.id === undefined || entry.id === id))
  if (found.length < 2) return found[0]
  throw new CommandError(`${found.length} channels have the name ${entry.name}: add id, one of ${found.map(({ id }) => id).join(', ')}`)
}

const requireDistinct = (entries: readonly ChannelEntry[]): void => {
  const seen = new Set<string>()
  for (const entry of entries) {
    if (seen.has(nameOf(entry))) throw new CommandError(`${nameOf(entry)} stands in the file twice`)
    seen.add(nameOf(entry))
  }
}

export const planChannels = async (
  { channels: entries }: ConfigFile,
  gateway: Gateway,
  isPruned: boolean,
): Promise<readonly RunnableStep[]> => {
  if (entries === undefined) return []
  requireDistinct(entries)
  const all = (await gateway.store.channels.all()).toSorted((a, b) => a.id - b.id)
  const steps: RunnableStep[] = []
  const kept = new Set<number>()
  for (const entry of entries) {
    await about(nameOf(entry), async () => {
      const before = matchOf(entry, all)
      const fields = fieldsOf(entry, gateway)
      for (const reference of keysOf(entry) ?? []) gateway.externalKeys.check(reference)
      if (before !== undefined) kept.add(before.id)
      steps.push(...(before === undefined ? [planNew(entry, fields, gateway)] : await planChange(entry, before, { fields, gateway })))
    })
  }
  const surplus = isPruned ? all.filter(({ id }) => !kept.has(id)) : []
  return [
    ...steps,
    ...surplus.map(({ id, name }) => ({
      kind: 'delete' as const,
      object: `channel ${name} (${id})`,
      fields: [],
      run: async () => void (await gateway.call(deleteChannel, { params: { id } })),
    })),
  ]
}
