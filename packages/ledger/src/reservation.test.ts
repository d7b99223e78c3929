import { describe, expect, it } from 'bun:test'
import fc from 'fast-check'
import { toQuota } from './quota.ts'
import { settleReservation } from './reservation.ts'

describe('settling a reservation', () => {
  it('returns what was held beyond the cost', () => {
    expect(settleReservation(toQuota(500), toQuota(12))).toEqual({ charged: toQuota(12), returned: toQuota(488) })
  })

  it('takes the rest when the cost exceeds the hold', () => {
    expect(settleReservation(toQuota(10), toQuota(12))).toEqual({ charged: toQuota(12), returned: toQuota(-2) })
  })

  it('never creates or destroys a unit', () => {
    const amount = fc.integer({ min: 0, max: 2 ** 50 })
    fc.assert(
      fc.property(amount, amount, (held, cost) => {
        const settled = settleReservation(toQuota(held), toQuota(cost))
        return settled.charged + settled.returned === held
      }),
    )
  })

  it('refuses a negative cost', () => {
    expect(() => settleReservation(toQuota(1), toQuota(-1))).toThrow(RangeError)
  })
})
