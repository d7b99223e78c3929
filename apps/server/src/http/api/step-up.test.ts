import { describe, expect, it } from 'bun:test'
import { createChannel, editChannel, listChannels } from '@weir/contract/channel'
import type { EndpointDefinition } from '@weir/contract/endpoint'
import { offerTotp } from '@weir/contract/sign-in/second-factor'
import { setOption } from '@weir/contract/site'
import { editSelf } from '@weir/contract/user'
import { createUser, manageUser } from '@weir/contract/user-admin'
import type { Actor } from '../../accounts/actor.ts'
import { requireConfirmed } from './step-up.ts'

const withFactor = { isConfirmed: false, factor: 'shown' }
const needs = (endpoint: EndpointDefinition, body: object, session: object | undefined = withFactor): boolean => {
  try {
    requireConfirmed(endpoint, { session } as unknown as Actor, { body })
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'confirm-needed' })
    return true
  }
}

describe('a confirmation', () => {
  it.each<readonly [string, EndpointDefinition, object]>([
    ['a new channel', createChannel, {}],
    ['a new key of a channel', editChannel, { key: 'sk-new' }],
    ['an option that decides who gets in', setOption, { key: 'RegisterEnabled', value: 'true' }],
    ['an option that says where secrets go', setOption, { key: 'SMTPServer', value: 'mail.example' }],
    ['a new password', editSelf, { password: 'long enough' }],
    ['a new administrator', createUser, { username: 'ada', role: 10 }],
    ['a new account with money', createUser, { username: 'ada', quota: 1 }],
    ['power over a user', manageUser, { username: 'ada', action: 'promote' }],
  ])('is asked for before %s', (_, endpoint, body) => {
    expect(needs(endpoint, body)).toBe(true)
    expect(needs(endpoint, body, { isConfirmed: true, factor: 'shown' })).toBe(false)
    expect(needs(endpoint, body, { isConfirmed: false, factor: 'none' })).toBe(false)
  })

  it.each<readonly [string, EndpointDefinition, object]>([
    ['a channel whose key stays', editChannel, { name: 'renamed' }],
    ['a channel whose key is left empty', editChannel, { key: '' }],
    ['a text of the site', setOption, { key: 'Notice', value: 'hello' }],
    ['another display name', editSelf, { display_name: 'Ada', password: '' }],
    ['a new ordinary account', createUser, { username: 'ada', role: 1, quota: 0, group: 'vip' }],
    ['a list', listChannels, {}],
  ])('is not asked for before %s', (_, endpoint, body) => {
    expect(needs(endpoint, body)).toBe(false)
  })

  it('is asked for before a second factor is set up, by accounts without one too', () => {
    expect(needs(offerTotp, {}, { isConfirmed: false, factor: 'none' })).toBe(true)
  })

  it('is not asked for from a caller without a session', () => {
    expect(() => requireConfirmed(createChannel, undefined, {})).not.toThrow()
    expect(() => requireConfirmed(createChannel, {} as unknown as Actor, {})).not.toThrow()
  })
})
