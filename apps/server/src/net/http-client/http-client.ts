import type { StartTimer, UpstreamReply } from '@weir/relay/ports'
import { asNetworkFailure } from '@weir/relay/upstream/network-failure'
import { isUnconnected } from '../checked-fetch.ts'
import { asError } from './as-error.ts'
import { Cancelled } from './cancelled.ts'
import type { Connection } from './connection.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { Trust } from '../trust.ts'
import { DialTimeout, dial } from './dial.ts'
import { dialThrough } from './dial-through.ts'
import { Exchange, type Order } from './exchange.ts'
import { outgoing, type Described } from './outgoing.ts'
import type { Target } from './target.ts'

/** Throws at once when the call cannot be written down. */
export type HttpClient = (order: Order, call: Described) => Promise<UpstreamReply>

/** Connections are shared by those who would dial the same address for the same name, by the same proxy if there is one. */
const wayTo = ({ origin }: Target, address: string | undefined, via: Order['via']): string =>
  via === undefined ? `${origin} ${address}` : `${origin} ${address} ${via.proxy.text}`

/**
 * HTTP/1.1 to upstream over connections of its own. The platform's `fetch` works in a thread beside this one and puts a stream between
 * upstream and reader; here, an event of a stream costs half as much.
 */
export const createHttpClient = (trust: Trust = {}, startTimer?: StartTimer): HttpClient => {
  const pool = new ConnectionPool()

  const open = async ({ target, addresses, via }: Order) => {
    const { hostname, portNumber: port, serverName } = target
    let failure = new Error(`${hostname} has no address`)
    for (const address of addresses) {
      const way = wayTo(target, address, via)
      const destination = { address, port, serverName, trust }
      const onFree = (connection: Connection): void => pool.give(way, connection)
      try {
        return await (via === undefined ? dial(destination, onFree, startTimer) : dialThrough(via, destination, onFree))
      } catch (error) {
        if (!isUnconnected(error) && !(error instanceof DialTimeout)) throw error
        failure = asError(error)
      }
    }
    throw failure
  }

  const sendFresh = async (exchange: Exchange): Promise<void> => {
    try {
      const connection = await open(exchange.order)
      if (exchange.isOver) connection.release()
      else connection.carry(exchange)
    } catch (error) {
      exchange.fail(asNetworkFailure(error))
    }
  }

  const again = (exchange: Exchange): void => void sendFresh(exchange)

  return (order, call) => {
    if (order.signal.aborted) return Promise.reject(new Cancelled())
    const exchange = new Exchange(order, outgoing(order.target, call), again)
    const kept = pool.take(wayTo(order.target, order.addresses[0], order.via))
    if (kept === undefined) again(exchange)
    else kept.carry(exchange)
    return exchange.reply
  }
}
