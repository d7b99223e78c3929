import { connect, type Socket } from 'node:net'
import { eventually } from '../../tools/testing/eventually.ts'
import { ask } from '../fake-upstream/behaviour.ts'
import { MODEL, type Stand } from '../harness/stand.ts'

export const STAGES = ['in the head', 'in the body', 'before the reply', 'inside the stream', 'at the end'] as const
export type Stage = (typeof STAGES)[number]

export interface Leaving {
  readonly stage: Stage
  /** By a reset instead of an orderly end. */
  readonly isReset: boolean
}

let count = 0

const requestOf = ({ token }: Stand, stage: Stage, text: string): string => {
  const waits = stage === 'before the reply' ? 'before-reply' : 'between-events'
  const behaviour = stage === 'at the end' ? { text } : ({ text, events: 20, waits } as const)
  const body = JSON.stringify({ model: MODEL, stream: true, messages: [{ role: 'user', content: ask(behaviour) }] })
  return `POST /v1/chat/completions HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer sk-${token.key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** How much of a request is sent before its caller leaves. */
const sentOf = (request: string, stage: Stage): string => {
  const headEnd = request.indexOf('\r\n\r\n')
  if (stage === 'in the head') return request.slice(0, headEnd - 5)
  return stage === 'in the body' ? request.slice(0, headEnd + 20) : request
}

const send = (stand: Stand, bytes: string): { readonly socket: Socket; readonly received: () => string; readonly sent: Promise<void> } => {
  let received = ''
  const { hostname, port } = new URL(stand.weir.url)
  const sent = Promise.withResolvers<undefined>()
  const socket = connect(Number(port), hostname, () => socket.write(bytes, () => sent.resolve(undefined)))
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  socket.on('error', () => sent.resolve(undefined))
  return { socket, received: () => received, sent: sent.promise }
}

/** A caller that goes at one stage of its request. */
export const leaveEarly = async (stand: Stand, { stage, isReset }: Leaving): Promise<void> => {
  const text = `words of caller ${++count} that are long enough for several events`
  const { socket, received, sent } = send(stand, sentOf(requestOf(stand, stage, text), stage))
  await sent
  const isAtUpstream = (): true | undefined => stand.fake.journal.some(({ body }) => JSON.stringify(body).includes(text)) || undefined
  if (stage === 'before the reply') await eventually('the request to reach upstream', isAtUpstream)
  if (stage === 'inside the stream') await eventually('the first event', () => received().includes('data:') || undefined)
  if (stage === 'at the end') await eventually('the end mark', () => received().includes('[DONE]') || undefined)
  if (isReset) socket.resetAndDestroy()
  else socket.destroy()
}
