import { describe, expect, test } from 'bun:test'
import { canSee, isInMenu, isPublicArea, type Area } from './areas.ts'
import { isAdmin, isRoot } from './user.ts'

describe('roles', () => {
  test('C-034 roles 10 and 11 are admin, 9 and 1 are not', () => {
    expect([10, 11, 9, 1].map(isAdmin)).toEqual([true, true, false, false])
  })

  test('C-035 roles 100 and 101 are root, 99 is not', () => {
    expect([100, 101, 99].map(isRoot)).toEqual([true, true, false])
  })
})

describe('areas', () => {
  test('C-036 a visitor sees the public areas and nothing else', () => {
    expect((['home', 'about', 'chat', 'token', 'channel'] as const).map((area) => canSee(undefined, area))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  test('an ordinary user sees their own areas, not those of admins', () => {
    expect((['token', 'log', 'setting', 'channel', 'user', 'redemption'] as const).map((area) => canSee(1, area))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('C-082 an admin sees every area', () => {
    expect((['token', 'channel', 'redemption', 'user', 'options'] as const).every((area) => canSee(10, area))).toBe(true)
  })

  test('C-081 the menu of a visitor and of an ordinary user lacks the admin entries', () => {
    for (const role of [undefined, 1]) {
      expect((['home', 'token', 'topup', 'channel', 'redemption', 'user'] as const).map((area) => isInMenu(role, area))).toEqual([
        true,
        true,
        true,
        false,
        false,
        false,
      ])
    }
  })

  test('each role sees these areas', () => {
    const areas = 'home about chat token topup statement log dashboard setting profile channel redemption user options audit'.split(
      ' ',
    ) as Area[]
    const seenBy = (role: number | undefined): string => areas.filter((area) => canSee(role, area)).join(' ')
    expect([undefined, 0, 1, 9, 10, 100].map(seenBy)).toEqual([
      'home about chat',
      'home about chat',
      'home about chat token topup statement log dashboard setting profile',
      'home about chat token topup statement log dashboard setting profile',
      'home about chat token topup statement log dashboard setting profile channel redemption user options',
      'home about chat token topup statement log dashboard setting profile channel redemption user options audit',
    ])
  })

  test('only home, about and chat are open to visitors', () => {
    expect((['home', 'about', 'chat', 'token'] as const).map(isPublicArea)).toEqual([true, true, true, false])
  })
})
