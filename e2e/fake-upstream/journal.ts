/** One request as the fake saw it: the independent witness for what was really sent and produced. */
export interface JournalEntry {
  readonly authorization: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  eventsSent: number
  wasAborted: boolean
  isFinished: boolean
}

export const openEntry = (request: Request, body: object): JournalEntry => {
  const entry: JournalEntry = {
    authorization: request.headers.get('authorization') ?? '',
    headers: Object.fromEntries(request.headers),
    body: { ...body },
    eventsSent: 0,
    wasAborted: false,
    isFinished: false,
  }
  request.signal.addEventListener('abort', () => {
    entry.wasAborted = !entry.isFinished
  })
  return entry
}
