import type { KnownDevices } from '@weir/store/repositories/sign-in/known-devices'
import { addressNetwork } from '../net/ip-address.ts'
import type { Settings } from '../settings/settings.ts'
import { newDeviceMail } from './mail-texts.ts'
import type { Mailer } from './mailer.ts'

interface SignIn {
  readonly userId: number
  readonly email: string
  readonly address: string
  readonly agent: string
}

export type AnnounceSignIn = (signIn: SignIn) => Promise<void>

interface Dependencies {
  readonly devices: KnownDevices
  readonly mailer: Mailer
  readonly settings: () => Settings
  readonly clock: () => number
}

/** Without its numbers: a browser that was updated is the same device. */
const deviceOf = ({ agent, address }: SignIn): string => `${agent.replace(/[\d._]+/g, '')}|${addressNetwork(address)}`

/** Mails the owner when an account is entered from a device that it was never entered from, the very first excepted. */
export const createAnnounceSignIn =
  ({ devices, mailer, settings, clock }: Dependencies): AnnounceSignIn =>
  async (signIn) => {
    if ((await devices.recall(signIn.userId, deviceOf(signIn))) !== 'new') return
    const time = `${new Date(clock()).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    mailer.sendLater(signIn.email, newDeviceMail({ systemName: settings().text('SystemName'), ...signIn, time }))
  }
