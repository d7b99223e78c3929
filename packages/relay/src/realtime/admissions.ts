import type { EstimateInput } from '@weir/ledger/estimate'
import type { Channel, Ports, LimitTicket } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { admit } from '../stages/admit.ts'
import { mayUse } from '../stages/route.ts'
import type { Caller, RequestFacts, RequestKind } from '../stage-types.ts'

/** What a session was opened with. */
export interface Seat {
  readonly requestId: string
  /** Of the caller. */
  readonly address: string
  readonly kind: RequestKind
  readonly channel: Channel
  /** Looks at the key again: it may have been disabled, have expired or be used up by now. */
  readonly reauthenticate: () => Caller | Promise<Caller>
  readonly ports: Ports
}

export interface Admission {
  readonly model: string
  readonly estimate: EstimateInput
  /** A place under the limits that was taken before and is kept. */
  readonly ticket?: LimitTicket
}

/** What is asked in a session after its opening is let in as a request of its own: by the key, the limits, the prices and the balance of now. */
export class Admissions {
  readonly #seat: Seat
  #count = 1

  constructor(seat: Seat) {
    this.#seat = seat
  }

  async take({ model, estimate, ticket }: Admission): Promise<RequestFacts> {
    const { kind, channel, reauthenticate, ports } = this.#seat
    const caller = await reauthenticate()
    if (!mayUse(caller, model)) throw new RelayRefusal('model-not-allowed', { params: { model } })
    await this.#requireChannel(caller)
    this.#count += 1
    const {
      hold,
      prices,
      ticket: taken,
    } = await admit(
      {
        caller,
        courses: [{ kind: { ...kind, model, estimate }, candidates: [channel] }],
        requestId: `${this.#seat.requestId}-${this.#count}`,
      },
      ticket === undefined ? ports : { ...ports, limits: { take: () => ({ ok: true, ticket }) } },
    )
    return { caller, hold, prices, isStream: true, startedAt: ports.clock(), address: this.#seat.address, ticket: taken }
  }

  /** The channel may have been disabled, or taken away from the caller's group. */
  async #requireChannel({ group, pinnedChannelId }: Caller): Promise<void> {
    const { kind, channel, ports } = this.#seat
    const now = (await ports.pool.snapshot()).byId(channel.id)
    const isServed = now?.groups.includes(group) === true && now.models.includes(kind.model)
    if (now === undefined || (pinnedChannelId === undefined && !isServed)) {
      throw new RelayRefusal('no-channel', { params: { model: kind.model, group } })
    }
  }
}
