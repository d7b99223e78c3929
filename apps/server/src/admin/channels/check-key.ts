import { Refusal } from '@weir/contract/errors'
import { Role } from '@weir/contract/user'
import type { Actor } from '../../accounts/actor.ts'
import { readsAsReference, type ExternalKeys } from '../../channels/external-keys.ts'

/** References for root alone: an admin could point a channel with one at a server of his own and read the key there. */
export const createKeyCheck =
  (checkReference: ExternalKeys['check']) =>
  (key: string, { role }: Actor): void => {
    if (!readsAsReference(key)) return
    if (role < Role.root) throw new Refusal('key-reference-root')
    checkReference(key)
  }
