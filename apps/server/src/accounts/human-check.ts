import { Refusal } from '@weir/contract/errors'
import { z } from 'zod'
import type { CallService } from '../net/service-call.ts'
import type { Settings } from '../settings/settings.ts'

interface Dependencies {
  readonly settings: () => Settings
  readonly callService: CallService
  readonly verifyUrl: string
}

interface Challenge {
  /** What the challenge was solved for; a solution with another name in it does not count. */
  readonly action: string
  readonly token: string
  readonly address: string
  readonly host: string
}

export type HumanCheck = (challenge: Challenge) => Promise<void>

const verdict = z.object({ success: z.boolean(), hostname: z.string().default(''), action: z.string().default('') })

const hostnameOf = (text: string): string => (URL.canParse(text) ? new URL(text).hostname : '')

/** One solved challenge admits one action: the verifier itself refuses a token the second time. Doubt means no. */
export const createHumanCheck =
  ({ settings, callService, verifyUrl }: Dependencies): HumanCheck =>
  async ({ action, token, address, host }) => {
    const now = settings()
    if (!now.isOn('TurnstileCheckEnabled')) return
    if (token === '') throw new Refusal('human-check-missing')
    const body = new URLSearchParams({ secret: now.text('TurnstileSecretKey'), response: token, remoteip: address })
    const reply = await callService({ method: 'POST', url: verifyUrl, body }).catch(() => undefined)
    const parsed = verdict.safeParse(reply?.json)
    // The option first: the host of a request is written by its sender.
    const expectedHost = hostnameOf(now.text('ServerAddress')) || hostnameOf(`http://${host}`)
    const isMeantForUs =
      parsed.success && parsed.data.success && parsed.data.hostname === expectedHost && ['', action].includes(parsed.data.action)
    if (!isMeantForUs) throw new Refusal('human-check-failed')
  }
