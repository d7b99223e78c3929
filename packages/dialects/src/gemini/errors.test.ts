import { expect, it } from 'bun:test'
import type { UpstreamFault } from '../model/fault.ts'
import { faultOfGoogleError, googleErrorOf } from './errors.ts'

it.each<readonly [object | undefined, UpstreamFault | undefined]>([
  [undefined, undefined],
  [{}, undefined],
  [{ status: 'INVALID_ARGUMENT' }, 'bad-request'],
  [{ status: 'FAILED_PRECONDITION' }, 'forbidden'],
  [{ status: 'OUT_OF_RANGE' }, 'bad-request'],
  [{ status: 'UNAUTHENTICATED' }, 'bad-credential'],
  [{ status: 'PERMISSION_DENIED' }, 'forbidden'],
  [{ status: 'NOT_FOUND' }, 'not-found'],
  [{ status: 'RESOURCE_EXHAUSTED' }, 'rate-limited'],
  [{ status: 'CANCELLED' }, 'too-slow'],
  [{ status: 'DEADLINE_EXCEEDED' }, 'too-slow'],
  [{ status: 'INTERNAL' }, 'broken'],
  [{ status: 'UNKNOWN' }, 'broken'],
  [{ status: 'UNAVAILABLE' }, 'overloaded'],
  [{ status: 'ELSE' }, undefined],
  [{ status: 'constructor' }, undefined],
  [{ status: '__proto__', details: [{ reason: 'toString' }] }, undefined],
  [{ code: 429 }, 'rate-limited'],
  [{ code: 428 }, undefined],
  [{ status: 'INVALID_ARGUMENT', details: [{}, { reason: 'API_KEY_INVALID' }] }, 'bad-credential'],
  [{ status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_EXPIRED' }] }, 'bad-credential'],
  [{ status: 'PERMISSION_DENIED', details: [{ reason: 'API_KEY_SERVICE_BLOCKED' }] }, 'bad-credential'],
  [{ status: 'PERMISSION_DENIED', details: [{ reason: 'ACCESS_TOKEN_EXPIRED' }] }, 'bad-credential'],
  [{ status: 'PERMISSION_DENIED', details: [{ reason: 'CONSUMER_SUSPENDED' }] }, 'bad-credential'],
  [{ status: 'PERMISSION_DENIED', details: [{ reason: 'SERVICE_DISABLED' }] }, 'bad-credential'],
  [{ status: 'PERMISSION_DENIED', details: [{ reason: 'BILLING_DISABLED' }] }, 'out-of-credit'],
  [{ status: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass a valid API key.' }, 'bad-credential'],
  [{ status: 'INVALID_ARGUMENT', message: 'API key expired. Please renew the API key.' }, 'bad-credential'],
  [{ status: 'PERMISSION_DENIED', message: 'Your API key was reported as leaked. Please use another' }, 'bad-credential'],
  [{ status: 'INVALID_ARGUMENT', message: 'said: API key expired. Please renew the API key.' }, 'bad-request'],
])('takes %j for %p', (error, fault) => {
  expect(faultOfGoogleError(error && { ...error })).toBe(fault)
})

it('finds the error of a body, by itself or in a list', () => {
  expect(googleErrorOf('{"error":{"code":1}}')).toEqual({ code: 1 })
  expect(googleErrorOf('[{"error":{"code":2}}]')).toEqual({ code: 2 })
  expect(googleErrorOf('no json')).toBeUndefined()
})
