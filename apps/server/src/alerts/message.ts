import type { AlertEvent } from '@weir/contract/alerts/alert'
import type { AlertKind } from '@weir/contract/alerts/alert-rule'
import type { Language } from '@weir/contract/errors'

/** One alert inside a message. */
export interface ToldAlert {
  readonly id: number
  readonly subject: string
  readonly subjectName: string
  readonly value: number
  readonly threshold: number
  readonly openedAt: number
  readonly resolvedAt: number | null
}

export interface ToldRule {
  readonly id: number
  readonly name: string
  readonly kind: AlertKind
  readonly windowMinutes: number
}

/** What is sent to one target: all alerts of a rule that began or ended since the last look. */
export interface AlertMessage {
  readonly event: AlertEvent | 'test'
  readonly rule: ToldRule | undefined
  readonly alerts: readonly ToldAlert[]
  readonly title: string
  readonly lines: readonly string[]
  readonly link: string | undefined
}

export interface MessageContext {
  readonly language: Language
  readonly systemName: string
  /** Of the console, without a slash at its end; undefined while the server does not know its own address. */
  readonly address: string | undefined
  readonly timeZone: string
  readonly nowSeconds: number
  readonly quotaText: (quota: number) => string
}
