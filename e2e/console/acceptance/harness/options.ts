import type { OptionKey } from '@weir/contract/options/option'
import { U10 } from './fixtures.ts'
import { ok, type Reply } from './replies.ts'
import type { Open } from './suite.ts'
import type { Visit, VisitOptions } from './visit.ts'

export const PUT = 'PUT /api/option/'

export type OptionValues = Readonly<Partial<Record<OptionKey, string>>>

interface TabOptions {
  readonly values?: OptionValues
  readonly state?: { readonly unconfirmed: readonly OptionKey[]; readonly withheld: readonly OptionKey[] }
  readonly answers?: Readonly<Record<string, Reply>>
  readonly visit?: VisitOptions
}

/** What no other tab has: the one before stays on the screen until the next is there. */
const OWN_SECTION = { operation: 'quota', system: 'smtp', other: 'updates' } as const

/** A tab of the administrator with the options the server holds. */
export const openTab = async (
  open: Open,
  tab: 'operation' | 'system' | 'other',
  { values = {}, state = { unconfirmed: [], withheld: [] }, answers = {}, visit: more = {} }: TabOptions = {},
) => {
  const list = Object.entries(values).map(([key, value]) => ({ key, value }))
  const visit = await open({
    user: U10,
    path: '/setting',
    answers: { 'GET /api/option/': ok(list), 'GET /api/option/state': ok(state), [PUT]: ok(), ...answers },
    ...more,
  })
  await visit.id(`tab-${tab}`).click()
  await visit.id(`section-${OWN_SECTION[tab]}`).waitFor()
  return visit
}

export const isOn = async (visit: Visit, key: OptionKey): Promise<boolean> =>
  (await visit.id(`field-${key}`).getAttribute('aria-checked')) === 'true'

/** What was saved, in order. */
export const sent = (visit: Visit): readonly unknown[] => visit.api.calls(PUT).map(({ body }) => body)
