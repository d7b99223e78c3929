import type { RelayReply } from '@weir/relay/reply'

type OnEnd = NonNullable<RelayReply['onEnd']>

/** Of replies that go on after they were given. What a reply is called does not tell: many types are sent whole. */
const ends = new WeakMap<Response, OnEnd>()

export const tellEnd = (response: Response, onEnd: OnEnd | undefined): void => {
  if (onEnd !== undefined) ends.set(response, onEnd)
}

/** Calls back when nothing but the last bytes of a reply is left to be sent: at once for all but streams. */
export const whenGiven = (response: Response, then: () => void): void => {
  const onEnd = ends.get(response)
  if (onEnd === undefined) then()
  else onEnd(then)
}
