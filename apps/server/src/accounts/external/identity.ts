import { Refusal } from '@weir/contract/errors'
import { z } from 'zod'
import { ServiceUnreachable, type CallService, type ServiceRequest } from '../../net/service-call.ts'
import type { Settings } from '../../settings/settings.ts'

export type ProviderKey = 'github' | 'lark' | 'oidc' | 'wechat'

/** Somebody, as an external provider knows them. */
export interface ExternalIdentity {
  /** Never changes and is never given to anybody else. */
  readonly id: string
  readonly displayName: string
  /** Empty unless the provider says that it has been verified. */
  readonly email: string
  /** The name they would like to have here; empty when the provider has none. */
  readonly username: string
}

/** A blank would be one person to us and many to the provider. */
export const externalId = z.string().regex(/\S/)

export interface IdentityProvider {
  readonly key: ProviderKey
  /** As people know it. */
  readonly label: string
  isOpen(settings: Settings): boolean
  /** Exchanges the code for the person behind it. Refuses with `provider-unreachable` or `provider-refused`. */
  identify(code: string, settings: Settings): Promise<ExternalIdentity>
}

/** Asks a provider and reads the answer with a schema; whatever is not as it must be is a refusal. */
export const createAsk =
  (callService: CallService, provider: string) =>
  async <S extends z.ZodType>(request: ServiceRequest, schema: S): Promise<z.output<S>> => {
    const reply = await callService(request).catch((error: unknown) => {
      if (error instanceof ServiceUnreachable) throw new Refusal('provider-unreachable', { provider })
      throw error
    })
    if (reply.status >= 500) throw new Refusal('provider-unreachable', { provider })
    const parsed = schema.safeParse(reply.json)
    if (reply.status !== 200 || !parsed.success) throw new Refusal('provider-refused', { provider })
    return parsed.data
  }
