import { isSecretOption, optionTable, type OptionKey } from '@weir/contract/options/option'
import { requireNeeds } from '@weir/contract/options/option-rules'
import { secretsSentTo } from '@weir/contract/options/option-services'
import { parseJsonObject } from '@weir/contract/values/json'
import { optionChange, optionTrace, optionValue } from '../../admin/option-change.ts'
import { createExternalKeys, type ExternalKeys } from '../../channels/external-keys.ts'
import { SECRET_VARIABLE_PREFIX } from '../../config.ts'
import { COMMAND, type Gateway } from '../gateway.ts'
import { about, canonical, memberChanges, type Step } from './plan.ts'
import { GROUP_OPTIONS, PRICE_OPTION, isJsonOption, plainOptions, type ConfigFile } from './schema.ts'

type Json = Readonly<Record<string, unknown>>
type Wishes = Map<OptionKey, string>

const objectIn = (text: string): Json => ({ ...parseJsonObject(text.trim() === '' ? '{}' : text) })

const secretsOfFile = ({ config }: Pick<Gateway, 'config'>): ExternalKeys =>
  createExternalKeys({
    prefix: SECRET_VARIABLE_PREFIX,
    variables: config.secretVariables,
    folder: config.channelSecretsDir,
    secretKeyFile: config.secretKeyFile,
    clock: Date.now,
    onMissing: () => undefined,
  })

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const resolved = (reference: string, secrets: ExternalKeys): string => {
  secrets.check(reference)
  return secrets.resolve({ key: reference, isKeyReference: true }) ?? ''
}

const plainWishes = async (file: ConfigFile, gateway: Gateway): Promise<Wishes> => {
  const secrets = secretsOfFile(gateway)
  const wishes: Wishes = new Map()
  for (const key of plainOptions) {
    const given = file.options?.[key]
    if (given === undefined) continue
    await about(`options.${key}`, () => {
      const text = isSecretOption(key) ? resolved(textOf(given), secrets) : textOf(given)
      wishes.set(key, optionValue(key, text))
    })
  }
  return wishes
}

interface Entries {
  readonly key: OptionKey
  /** Of what stands in the file; undefined takes an entry away. */
  readonly wanted: Readonly<Record<string, unknown>>
  readonly isPruned: boolean
}

const merged = (current: Json, { wanted, isPruned }: Entries): Json => {
  const kept = isPruned ? {} : current
  return Object.fromEntries(Object.entries({ ...kept, ...wanted }).filter(([, value]) => value !== undefined))
}

const sectionEntries = ({ groups, prices }: ConfigFile, isPruned: boolean): readonly Entries[] => {
  const ofGroups = Object.entries(groups ?? {})
  const member = <T>(read: (group: NonNullable<typeof groups>[string]) => T) =>
    Object.fromEntries(ofGroups.map(([name, group]) => [name, read(group)]))
  const readers = {
    GroupRatio: member(({ ratio }) => ratio),
    UserUsableGroups: member(({ description }) => description),
    GroupRouting: member(({ routing }) => routing),
    GroupSheets: member((group) => group.prices),
  } as const
  return [
    ...(groups === undefined ? [] : GROUP_OPTIONS.map((key) => ({ key, wanted: readers[key], isPruned }))),
    ...(prices === undefined ? [] : [{ key: PRICE_OPTION, wanted: prices, isPruned }]),
  ]
}

/** Everything but the secrets, which a file may leave out because it must. */
const resets = (file: ConfigFile, { settings }: Gateway): readonly OptionKey[] =>
  file.options === undefined
    ? []
    : plainOptions.filter(
        (key) => file.options?.[key] === undefined && !isSecretOption(key) && settings.current().text(key) !== optionTable[key].default,
      )

const isSame = (key: OptionKey, before: string, after: string): boolean =>
  isJsonOption(key) ? canonical(objectIn(before)) === canonical(objectIn(after)) : before === after

const stepFor = (key: OptionKey, before: string, after: string): Step => {
  const fields = isJsonOption(key)
    ? memberChanges(objectIn(before), objectIn(after))
    : [{ field: 'value', before: optionTrace(key, before), after: optionTrace(key, after) }]
  return { kind: 'change', object: `option ${key}`, fields }
}

export interface OptionPlan {
  readonly steps: readonly Step[]
  /** All of them in one transaction. */
  readonly run: () => Promise<void>
  /** The value that will hold. */
  readonly next: (key: OptionKey) => string
}

const wishesOf = async (file: ConfigFile, gateway: Gateway, isPruned: boolean): Promise<Wishes> => {
  const current = (key: OptionKey): string => gateway.settings.current().text(key)
  const wishes = await plainWishes(file, gateway)
  for (const entries of sectionEntries(file, isPruned)) {
    const section = entries.key === PRICE_OPTION ? 'prices' : 'groups'
    await about(section, () =>
      wishes.set(entries.key, optionValue(entries.key, JSON.stringify(merged(objectIn(current(entries.key)), entries)))),
    )
  }
  if (isPruned) for (const key of resets(file, gateway)) wishes.set(key, optionTable[key].default)
  return wishes
}

export const planOptions = async (file: ConfigFile, gateway: Gateway, isPruned: boolean): Promise<OptionPlan> => {
  const current = (key: OptionKey): string => gateway.settings.current().text(key)
  const wishes = await wishesOf(file, gateway, isPruned)
  const changed = [...wishes].filter(([key, value]) => !isSame(key, current(key), value))
  const next = (key: OptionKey): string => wishes.get(key) ?? current(key)
  for (const [key, value] of changed) await about(`options.${key}`, () => requireNeeds(key, value, next))
  // A secret whose address changes would be withheld until it is entered again, and here it is.
  const again = changed.flatMap(([key]) => secretsSentTo(key)).filter((key) => wishes.has(key) && !changed.some(([name]) => name === key))
  const saved = [...changed, ...[...new Set(again)].map((key): [OptionKey, string] => [key, next(key)])]
  return {
    steps: changed.map(([key, value]) => stepFor(key, current(key), value)),
    next,
    run: async () => {
      if (saved.length === 0) return
      const { store, settings } = gateway
      const entries = saved.map(([key, value]) => ({
        actorId: COMMAND.id,
        actorName: COMMAND.username,
        credential: COMMAND.credential,
        address: '',
        requestId: '',
        action: 'option.set',
        object: `option ${key}`,
        before: JSON.stringify(optionTrace(key, current(key))),
        after: JSON.stringify(optionTrace(key, value)),
      }))
      await store.options.set(
        saved.map(([key, value]) => optionChange(key, value)),
        COMMAND,
      )
      await store.audit.add(entries)
      await settings.refresh()
    },
  }
}
