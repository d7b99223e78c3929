import { expect, test } from 'bun:test'
import { isOtherVersion } from './console-version.ts'

test.each([
  ['the same version', ['v1.2.0', '1.2.0'], false],
  ['a newer server', ['v1.3.0', '1.2.0'], true],
  ['a server without a version of its own', ['v0.0.0', '1.2.0'], false],
  ['a server that has not answered', [undefined, '1.2.0'], false],
  ['a console built without a version', ['v1.3.0', ''], false],
] as const)('%s', (_, [server, own], isOther) => {
  expect(isOtherVersion(server, own)).toBe(isOther)
})
