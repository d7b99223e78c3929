import { expect, it } from 'bun:test'
import type { Identities, Identity } from '../identity.ts'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { askedTogether } from './asked-together.ts'

const identity: Identity = {
  tokenId: 1,
  tokenName: 'token',
  tokenState: 'enabled',
  expiresAt: -1,
  isUnlimited: true,
  remainQuota: 0,
  models: [],
  subnets: [],
  userId: 2,
  username: 'someone',
  isUserEnabled: true,
  isAdmin: false,
  group: 'default',
}
const unused = { markExpired: () => Promise.resolve(), markExhausted: () => Promise.resolve() }

const withPictures = (find: Identities['find'], answer: () => unknown) => {
  const asked: string[] = []
  const pictureOf = (name: string) => ({
    snapshot: () => {
      asked.push(name)
      return answer()
    },
  })
  return { asked, identities: askedTogether({ ...unused, find }, [pictureOf('channels'), pictureOf('budgets')]) }
}

it('ST-14 channels and budgets are asked for while the answer about the caller is waited for', async () => {
  const about = Promise.withResolvers<Identity>()
  const { asked, identities } = withPictures(
    () => about.promise,
    () => Promise.resolve({}),
  )
  const found = identities.find('key')
  expect(asked).toEqual(['channels', 'budgets'])
  about.resolve(identity)
  expect(await found).toBe(identity)
})

it('nothing is asked ahead for a caller who is known', () => {
  const { asked, identities } = withPictures(
    () => identity,
    () => Promise.resolve({}),
  )
  expect(identities.find('key')).toBe(identity)
  expect(asked).toEqual([])
})

it('a failure of what is asked ahead is left to whoever asks for it next', async () => {
  const failing = Promise.reject(new Error('away'))
  const { identities } = withPictures(
    () => Promise.resolve(identity),
    () => failing,
  )
  expect(await identities.find('key')).toBe(identity)
  await nextTurn()
})
