import { BUDGET_PERIODS, BUDGET_UNITS } from '@weir/contract/budget'
import { listPrice, modelSheet } from '@weir/contract/catalog/entry'
import { KEY_MODES } from '@weir/contract/channels/channel-keys'
import { isOptionKey, optionTable, type OptionKey, type OptionKind } from '@weir/contract/options/option'
import { ROUTING_STRATEGIES } from '@weir/contract/options/routing'
import { z } from 'zod'

/** Told by the sections `groups` and `prices`. */
export const GROUP_OPTIONS = ['GroupRatio', 'UserUsableGroups', 'GroupRouting', 'GroupSheets'] as const satisfies readonly OptionKey[]
export const PRICE_OPTION: OptionKey = 'ModelSheets'

const JSON_KINDS: ReadonlySet<OptionKind> = new Set(['ratios', 'sheets', 'group-sheets', 'substitutes', 'group-routing', 'usable-groups'])
export const isJsonOption = (key: OptionKey): boolean => JSON_KINDS.has(optionTable[key].kind)

const SECTIONED: ReadonlySet<string> = new Set([...GROUP_OPTIONS, PRICE_OPTION])
export const plainOptions: readonly OptionKey[] = Object.keys(optionTable)
  .filter(isOptionKey)
  .filter((key) => !SECTIONED.has(key))
  .toSorted()

/** Where a secret is kept: never the secret itself. */
const reference = z.string().regex(/^(?:env|file):\S+$/, 'must be a reference: env:NAME or file:/path')

const optionOf = (key: OptionKey): z.ZodType<unknown> => {
  const { kind } = optionTable[key]
  if (kind === 'secret') return reference
  if (kind === 'boolean') return z.boolean()
  if (kind === 'integer' || kind === 'number') return z.number()
  if (kind === 'list') return z.union([z.string(), z.array(z.string())])
  return isJsonOption(key) ? z.record(z.string(), z.unknown()) : z.string()
}

const options = z.strictObject(Object.fromEntries(plainOptions.map((key) => [key, optionOf(key).optional()])))

const group = z.strictObject({
  /** Multiplies every price of its requests. */
  ratio: z.number().min(0),
  /** Offered to every user for tokens, with this text. */
  description: z.string().optional(),
  routing: z.enum(ROUTING_STRATEGIES).optional(),
  /** Prices of models in this group, in dollars per million tokens. */
  prices: z.record(z.string(), listPrice).optional(),
})

const names = z.array(z.string().regex(/^[^,]+$/, 'must not hold a comma'))

const channel = z
  .strictObject({
    /** Tells channels apart. */
    name: z.string().min(1),
    /** Where several have the same name. */
    id: z.int().positive().optional(),
    /** The number or the English name. */
    type: z.union([z.int(), z.string()]),
    status: z.enum(['enabled', 'disabled']).optional(),
    /** Where the key is kept: env:WEIR_CHANNEL_… or file:/run/secrets/… Left out, the stored one stays. */
    key: reference.optional(),
    keys: z.array(reference).min(1).optional(),
    key_mode: z.enum(KEY_MODES).optional(),
    models: names.optional(),
    groups: names.optional(),
    tags: names.optional(),
    base_url: z.string().optional(),
    other: z.string().optional(),
    priority: z.int().optional(),
    weight: z.int().min(0).optional(),
    model_mapping: z.record(z.string(), z.string()).optional(),
    /** Settings of the type. Secrets among them are references. */
    config: z.record(z.string(), z.unknown()).optional(),
    system_prompt: z.string().optional(),
    cost: z.union([z.number(), z.record(z.string(), z.unknown())]).optional(),
  })
  .refine(({ key, keys }) => key === undefined || keys === undefined, 'has key and keys: give one of the two')

const budget = z
  .strictObject({
    user: z.string().min(1).optional(),
    group: z.string().min(1).optional(),
    token: z.int().positive().optional(),
    /** Without it all models together. */
    model: z.string().default(''),
    unit: z.enum(BUDGET_UNITS),
    period: z.enum(BUDGET_PERIODS),
    limit: z.int().min(1),
    hard: z.boolean().default(true),
  })
  .refine(
    (entry) => [entry.user, entry.group, entry.token].filter((subject) => subject !== undefined).length === 1,
    'must name one of user, group and token',
  )

/** A file of `weir apply` and `weir export`. A section that is left out is left alone. */
export const configFile = z.strictObject({
  options: options.optional(),
  groups: z.record(z.string().min(1), group).optional(),
  prices: z.record(z.string().min(1), modelSheet.omit({ model: true })).optional(),
  channels: z.array(channel).optional(),
  budgets: z.array(budget).optional(),
})

export type ConfigFile = z.output<typeof configFile>
export type ChannelEntry = z.output<typeof channel>
export type BudgetEntry = z.output<typeof budget>

/** As it is published, for editors that check a file while it is written. */
export const configSchema = (): string => {
  const schema = z.toJSONSchema(configFile, { io: 'input', unrepresentable: 'any' })
  return `${JSON.stringify({ title: 'A configuration file of Weir', ...schema }, undefined, 2)}\n`
}
