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

  it('refuses a negative hold or cost, and tells both', () => {
    expect(() => settleReservation(toQuota(1), toQuota(-2))).toThrow(new RangeError('a hold and a cost cannot be negative, got 1 and -2'))
    expect(() => settleReservation(toQuota(-3), toQuota(4))).toThrow(new RangeError('a hold and a cost cannot be negative, got -3 and 4'))
    expect(settleReservation(toQuota(0), toQuota(0))).toEqual({ charged: toQuota(0), returned: toQuota(0) })
  })
})
