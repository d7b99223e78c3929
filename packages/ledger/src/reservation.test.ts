import { describe, expect, it } from 'bun:test'
import fc from 'fast-check'
import { toQuota } from './quota.ts'
import { closeReservation } from './reservation.ts'

describe('closing a reservation', () => {
  it('returns what was held beyond the cost', () => {
    expect(closeReservation(toQuota(500), toQuota(12))).toEqual({ charged: toQuota(12), returned: toQuota(488) })
  })

  it('takes the rest when the cost exceeds the hold', () => {
    expect(closeReservation(toQuota(10), toQuota(12))).toEqual({ charged: toQuota(12), returned: toQuota(-2) })
  })

  it('never creates or destroys a unit', () => {
    const amount = fc.integer({ min: 0, max: 2 ** 50 })
    fc.assert(
      fc.property(amount, amount, (held, cost) => {
        const closing = closeReservation(toQuota(held), toQuota(cost))
        return closing.charged + closing.returned === held
      }),
    )
  })

  it('refuses a negative cost', () => {
    expect(() => closeReservation(toQuota(1), toQuota(-1))).toThrow(RangeError)
  })
})
