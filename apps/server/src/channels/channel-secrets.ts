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

const hasSecrets = (type: number): boolean =>
  channelTypeById(type)?.fields?.some(
    ({ name }) => name === ADC_OWNER || (name.startsWith(PREFIX) && SECRET_NAMES.has(name.slice(PREFIX.length))),
  ) === true

const EMPTY_SECRETS = Object.fromEntries([...SECRET_NAMES].map((name) => [name, '']))

const parse = (text: string): Settings => {
  const settings = text === '' ? {} : parseJson(text)
  if (!isObject(settings)) throw new Error('the settings of a channel are no JSON object')
  return settings
}
/**
 * The secrets stand in it as empty texts, those of every type: consoles of the family join a key of the settings unless one of its parts is
 * an empty text, try the joined keys of all types, and take a missing part for the word undefined.
 */
export const shownConfig = (type: number, config: string): string => {
  const settings = parseJson(config)
  return hasSecrets(type) && isObject(settings) ? JSON.stringify({ ...settings, ...EMPTY_SECRETS }) : config
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
