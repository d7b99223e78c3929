import type { Clock } from '@weir/relay/ports'
import type { Store } from '@weir/store/open-store'
import { createBodyLog } from '../relay/bodies/body-log.ts'
import { createRefusalLog } from '../relay/refusal-log.ts'
import type { LiveSettings } from '../settings/live-settings.ts'

const onError = (error: unknown): never => {
  throw error
}

/** What the relay writes down beside its charges. */
export const openKeptLogs = (store: Store, settings: LiveSettings, clock: Clock) => {
  const isOn = () => settings.current().isOn('LogConsumeEnabled')
  const refusals = createRefusalLog({ logs: store.logs, clock, isOn, onError })
  const bodyLog = createBodyLog({ bodies: store.requestBodies, settings: settings.current, clock, onError })
  const idle = async (): Promise<void> => {
    await refusals.idle()
    await bodyLog.idle()
  }
  return { refusals, bodyLog, idle }
}
