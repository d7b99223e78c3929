import { describe, expect, it } from 'bun:test'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import { defaultModels } from '@weir/contract/catalog/default-models'
import { providers } from './index.ts'
import { chatCallOf, contextOf, targetOf } from './kit/conformance/expectation.ts'

const inOrder = (ids: Iterable<number>): readonly number[] => [...ids].toSorted((a, b) => a - b)
const known = inOrder(providers.keys())

describe('provider registry', () => {
  it('knows exactly the channel types that can be chosen', () => {
    expect(known).toEqual(channelTypes.map((type) => type.id))
  })

  it('has default models for exactly these types, also where the list is empty', () => {
    expect(inOrder(Object.keys(defaultModels).map(Number))).toEqual(known)
  })

  it('names no provider twice', () => {
    const ids = [...providers.values()].map((provider) => provider.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('agrees with the channel types on the default address', () => {
    const elsewhere = channelTypes.filter(({ id, defaultBaseUrl }) => {
      const chat = providers.get(id)?.chat
      if (chat === undefined || chat.wire.kind === 'native' || defaultBaseUrl === '') return false
      return !chat.encode(chatCallOf(undefined, false), targetOf({}), contextOf({})).url.startsWith(`${defaultBaseUrl}/`)
    })
    expect(elsewhere).toEqual([])
  })

  it('shows a balance only where one can be asked for', () => {
    const shown = channelTypes.filter((type) => type.balanceUnit !== 'unsupported').map((type) => type.id)
    expect(shown.filter((id) => providers.get(id)?.balance === undefined)).toEqual([])
  })
})
