import { channelTypeById, channelTypes } from '@weir/contract/catalog/channel-types'
import { isObject, parseJson } from '@weir/dialects/json'

const PREFIX = 'config.'
const ADC = 'vertex_ai_adc'
/** The form asks for the account file as the key; consoles of the family keep it beside the project. */
const ADC_OWNER = 'config.vertex_ai_project_id'

/** The parts of a channel's settings that are never shown again: what some form marks as secret, whatever the type of this channel. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ADC,
  ...channelTypes.flatMap(({ fields = [] }) =>
    fields.filter((field) => field.isSecret === true && field.name.startsWith(PREFIX)).map((field) => field.name.slice(PREFIX.length)),
  ),
])

type Settings = Readonly<Record<string, unknown>>

const secretNamesOf = (type: number): readonly string[] =>
  [...SECRET_NAMES].filter((name) =>
    channelTypeById(type)?.fields?.some((field) => field.name === `${PREFIX}${name}` || (name === ADC && field.name === ADC_OWNER)),
  )

const parse = (text: string): Settings => {
  const settings = text === '' ? {} : parseJson(text)
  if (!isObject(settings)) throw new Error('the settings of a channel are no JSON object')
  return settings
}
/** The secrets of the type stand in it as empty texts: consoles of the family take a missing one for the word undefined. */
export const shownConfig = (type: number, config: string): string => {
  const names = secretNamesOf(type)
  const settings = parseJson(config)
  return names.length === 0 || !isObject(settings)
    ? config
    : JSON.stringify({ ...settings, ...Object.fromEntries(names.map((name) => [name, ''])) })
}

const render = (settings: Settings): string => (Object.keys(settings).length === 0 ? '' : JSON.stringify(settings))
const pick = (settings: Settings, isWanted: (name: string, value: unknown) => boolean): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name, value]) => isWanted(name, value)))

interface SplitConfig {
  readonly config: string
  readonly secretConfig: string
}

/** Cuts settings into what is shown and what is sealed. A secret that comes back empty from a form stays what it was. */
export const splitConfig = (text: string, storedSecrets = ''): SplitConfig => {
  const given = parse(text)
  const fresh = pick(given, (name, value) => SECRET_NAMES.has(name) && value !== '')
  const shown = pick(given, (name) => !SECRET_NAMES.has(name))
  return {
    // As it was given: a form that read {} must not find an empty text.
    config: text === '' ? '' : JSON.stringify(shown),
    secretConfig: render({ ...parse(storedSecrets), ...fresh }),
  }
}

/** The key that the settings of some types make together; undefined where a part is missing or the type has no such key. */
export const keyFromConfig = (type: number, { config, secretConfig }: SplitConfig): string | undefined => {
  const settings = { ...parse(config), ...parse(secretConfig) }
  const parts = (channelTypeById(type)?.keyFrom ?? []).map((name) => settings[name])
  return parts.length > 0 && parts.every((part) => typeof part === 'string' && part !== '') ? parts.join('|') : undefined
}
