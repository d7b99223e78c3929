import { channelTypes } from '@weir/contract/catalog/channel-types'
import { defaultModelsOf } from '@weir/contract/catalog/default-models'
import { newApiTypeOf } from '@weir/contract/catalog/new-api-types'
import { Refusal } from '@weir/contract/errors'
import { isOptionKey, isSecretOption, optionTable, type OptionKey } from '@weir/contract/options/option'
import { optionServices } from '@weir/contract/options/option-services'
import { requireNeeds } from '@weir/contract/options/option-rules'
import {
  getAbout,
  getHomePageContent,
  getNotice,
  getOptionState,
  listGroups,
  listModelsByType,
  listOptions,
  setOption,
} from '@weir/contract/site'
import { isRoot } from '@weir/contract/user'
import type { Options } from '@weir/store/repositories/options'
import { isHtmlOption, optionChange, optionTrace, optionValue } from './option-change.ts'
import { route, type Route } from './route.ts'
import { cleanHtml } from '../settings/sanitize-html.ts'
import { groupNames } from '../settings/group-names.ts'
import type { LiveSettings } from '../settings/live-settings.ts'

interface Dependencies {
  readonly options: Options
  readonly settings: LiveSettings
}

const guardedKeys: readonly OptionKey[] = Object.values(optionServices).flat()
const keys: readonly OptionKey[] = Object.keys(optionTable).filter(isOptionKey).toSorted()

export const siteRoutes = ({ options, settings }: Dependencies): readonly Route[] => {
  const read = (key: OptionKey): string => {
    const value = settings.current().text(key)
    return isHtmlOption(key) ? cleanHtml(value) : value
  }

  return [
    route(getNotice, async () => read('Notice')),
    route(getAbout, async () => read('About')),
    route(getHomePageContent, async () => read('HomePageContent')),
    route(listModelsByType, async (_, { isNewApi }) =>
      Object.fromEntries(channelTypes.map(({ id }) => [isNewApi ? newApiTypeOf(id) : id, [...defaultModelsOf(id)]])),
    ),
    route(listGroups, async () => [...groupNames(settings.current())]),
    route(listOptions, async () => keys.filter((key) => !isSecretOption(key)).map((key) => ({ key, value: read(key) }))),
    route(getOptionState, async () => ({
      unconfirmed: guardedKeys.filter((key) => !settings.current().isConfirmed(key)),
      withheld: keys.filter((key) => settings.current().isWithheld(key)),
    })),
    route(setOption, async ({ body: { key, value: given } }, { actor, trace }) => {
      if (!isOptionKey(key)) throw new Refusal('option-unknown', { key })
      // An admin could otherwise take the guard off the accounts above, or shut them out.
      if (key === 'SecondFactorRequiredFor' && !isRoot(actor.role)) throw new Refusal('root-only')
      const value = optionValue(key, given)
      await settings.refresh()
      const before = settings.current().text(key)
      requireNeeds(key, value, (needed) => settings.current().text(needed))
      const changed = { object: `option ${key}`, before: optionTrace(key, before), after: optionTrace(key, value) }
      await options.set(
        [optionChange(key, value)],
        actor,
        trace(() => [changed]),
      )
      await settings.refresh()
    }),
  ]
}
