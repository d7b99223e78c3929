import { expect, test } from 'bun:test'
import { compareVersions, parseVersion } from './compare-versions.ts'

test('versions stand in the order of semver, with or without a v', () => {
  const order = [
    'v0.9.9',
    '0.10.0',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-beta.2',
    'v1.0.0-beta.11',
    '1.0.0-rc.1',
    'v1.0.0',
    '1.0.1',
    '2.0.0',
  ]
  const versions = order.map(parseVersion)
  for (const [at, version] of versions.entries()) {
    for (const [otherAt, other] of versions.entries()) {
      if (version === undefined || other === undefined) throw new Error(`${order[at]} and ${order[otherAt]} are versions`)
      expect([order[at], order[otherAt], Math.sign(compareVersions(version, other))]).toEqual([
        order[at],
        order[otherAt],
        Math.sign(at - otherAt),
      ])
    }
  }
  const [built, plain] = [parseVersion('1.0.0+build.5'), parseVersion('v1.0.0')]
  expect(built !== undefined && plain !== undefined && compareVersions(built, plain)).toBe(0)
})

test.each(['nightly', '', '1.0', 'v1.0.0 <b>', '1.0.0-', '99999999999.0.0', 'release-1.0.0'])('%p is no version', (text) => {
  expect(parseVersion(text)).toBeUndefined()
})
