import { expect, it } from 'bun:test'
import { openEventStream, type NamedEvent } from './event-stream.ts'

/** What is read of a stream, event by event, and the body that was none. */
const read = (text: string) => {
  const events: NamedEvent[] = []
  const wholes: string[] = []
  const stream = openEventStream({
    read: (event) => {
      events.push(event)
      return []
    },
    readWhole: (body) => {
      wholes.push(body)
      return []
    },
  })
  stream.push(new TextEncoder().encode(text))
  stream.end()
  return { events, wholes }
}

it('reads an event by its name, by its data alone and without any', () => {
  expect(read('event: result\ndata: 1\n\ndata: 2\n\nevent: end\n\n')).toEqual({
    events: [
      { event: 'result', data: '1', fields: { event: 'result' } },
      { event: '', data: '2', fields: {} },
      { event: 'end', data: '', fields: { event: 'end' } },
    ],
    wholes: [],
  })
})

it('joins the lines of one event, and keeps its other fields', () => {
  expect(read('id: 7\r\n:HTTP_STATUS/200\r\ndata:a\r\ndata: b\u2028c\r\n\r\n').events).toEqual([
    { event: '', data: 'a\nb\u2028c', fields: { id: '7' } },
  ])
})

it('takes a plain body for one, and what is no event among events for nothing', () => {
  expect(read('{"code":7}')).toEqual({ events: [], wholes: ['{"code":7}'] })
  expect(read('data: 1\n\n: a comment\n\n').wholes).toEqual([])
})
