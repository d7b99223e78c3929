import { MAX_ALERT_TARGETS } from '@weir/contract/alerts/alert-rule'
import {
  alertTargetProblem,
  createAlertTarget,
  deleteAlertTarget,
  editAlertTarget,
  listAlertTargets,
  testAlertTarget,
  type AlertTargetInput,
  type AlertTargetObject,
} from '@weir/contract/alerts/alert-target'
import { Refusal, notFound } from '@weir/contract/errors'
import type { AlertTargetFields, StoredAlertTarget } from '@weir/store/alerts/alert-targets'
import type { Store } from '@weir/store/open-store'
import { testMessage } from '../../alerts/alert-texts.ts'
import { messageContext } from '../../alerts/message-context.ts'
import { UNREACHABLE, type SendAlert } from '../../alerts/send-alert.ts'
import type { Settings } from '../../settings/settings.ts'
import { route, type Route } from '../route.ts'

interface Dependencies extends Pick<Store, 'alertTargets'> {
  readonly sendAlert: SendAlert
  readonly settings: () => Settings
  readonly clock: () => number
}

const fieldsFrom = ({ name, kind, enabled, language, url, recipient, secret }: AlertTargetInput): AlertTargetFields => ({
  name,
  kind,
  isEnabled: enabled,
  language,
  url,
  recipient,
  secret,
})

/** The rest of an address is what lets somebody write to a bot. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')

/** Also what the trail says of a target. */
const shown = ({ name, kind, isEnabled, language, url, recipient, secret }: AlertTargetFields) => ({
  name,
  kind,
  enabled: isEnabled,
  language,
  url: originOf(url),
  recipient,
  has_secret: secret !== '',
})

const toObject = (target: StoredAlertTarget): AlertTargetObject => ({ id: target.id, ...shown(target) })

const requireSound = (target: AlertTargetInput): void => {
  const problem = alertTargetProblem(target)
  if (problem !== undefined) throw new Refusal('invalid-input', { ...problem })
}

/** Where a refusal comes from, without the key in an address. */
const refusalOf = (problem: string, { url, kind }: AlertTargetFields): Refusal => {
  const address = originOf(url) || kind
  if (problem === 'mail-not-configured' || problem === 'mail-failed') return new Refusal(problem)
  return problem === UNREACHABLE ? new Refusal('alert-unreachable', { address }) : new Refusal('alert-refused', { address, reply: problem })
}

export const alertTargetRoutes = ({ alertTargets, sendAlert, settings, clock }: Dependencies): readonly Route[] => {
  const require = async (id: number): Promise<StoredAlertTarget> => {
    const target = await alertTargets.get(id)
    if (target === undefined) throw notFound('alert-target', id)
    return target
  }

  return [
    route(listAlertTargets, async () => (await alertTargets.list()).map(toObject)),
    route(createAlertTarget, async ({ body }, { trace }) => {
      requireSound(body)
      const target = await alertTargets.create(
        fieldsFrom(body),
        trace((made) => (made === undefined ? [] : [{ object: `alert target ${made.id}`, after: shown(made) }])),
      )
      if (target === undefined) throw new Refusal('alert-target-limit', { max: MAX_ALERT_TARGETS })
      return toObject(target)
    }),
    route(editAlertTarget, async ({ body: { id, ...changes } }, { trace }) => {
      const before = await require(id)
      const after: AlertTargetInput = {
        name: changes.name ?? before.name,
        kind: before.kind,
        enabled: changes.enabled ?? before.isEnabled,
        language: changes.language ?? before.language,
        url: changes.url ?? before.url,
        recipient: changes.recipient ?? before.recipient,
        secret: changes.secret ?? before.secret,
      }
      requireSound(after)
      const fields = fieldsFrom(after)
      const traced = trace((isDone: boolean) =>
        isDone ? [{ object: `alert target ${id}`, before: shown(before), after: shown(fields) }] : [],
      )
      if (!(await alertTargets.update(id, fields, traced))) throw notFound('alert-target', id)
      return toObject({ id, ...fields })
    }),
    route(deleteAlertTarget, async ({ params }, { trace }) => {
      const before = await require(params.id)
      const traced = trace((isDone: boolean) => (isDone ? [{ object: `alert target ${params.id}`, before: shown(before) }] : []))
      if (!(await alertTargets.delete(params.id, traced))) throw notFound('alert-target', params.id)
    }),
    route(testAlertTarget, async ({ params }, { recordChange }) => {
      const target = await require(params.id)
      const problem = await sendAlert(target, testMessage(messageContext(settings(), target.language, clock())))
      if (problem !== undefined) throw refusalOf(problem, target)
      recordChange({ object: `alert target ${params.id}` })
    }),
  ]
}
