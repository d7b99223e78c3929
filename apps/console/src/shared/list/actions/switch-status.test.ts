import { expect, test } from 'bun:test'
import { ChannelStatus } from '@weir/contract/channel'
import { RedemptionStatus } from '@weir/contract/redemption'
import { TokenStatus } from '@weir/contract/token'
import { Switch, isSwitched, toggledStatus } from './switch-status.ts'

test('C-235 C-236 C-237 a channel that is not enabled becomes enabled', () => {
  expect([1, 2, 3, 7].map(toggledStatus)).toEqual([2, 1, 1, 1])
})

test('C-344 C-345 C-346 only an enabled token is disabled, every other one is enabled', () => {
  expect([1, 2, 3, 4].map(toggledStatus)).toEqual([2, 1, 1, 1])
})

test('C-387 C-388 the toggle of a code goes back and forth', () => {
  expect([1, 2].map(toggledStatus)).toEqual([2, 1])
})

test('only what was switched by hand can be switched back', () => {
  expect([1, 2, 3, 4, 7].map(isSwitched)).toEqual([true, true, false, false, false])
})

test('on and off are the same numbers everywhere', () => {
  expect([ChannelStatus.enabled, TokenStatus.enabled, RedemptionStatus.unused].every((status) => status === Switch.on)).toBe(true)
  expect([ChannelStatus.disabled, TokenStatus.disabled, RedemptionStatus.disabled].every((status) => status === Switch.off)).toBe(true)
})
