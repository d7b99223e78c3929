/** What an intercepted call answers. `lost` is a connection that breaks without an answer. */
export type Reply = { readonly status: number; readonly body: unknown } | 'lost'

export const ok = (data?: unknown): Reply => ({ status: 200, body: { success: true, message: '', data } })

export const fail = (message: string): Reply => ({ status: 200, body: { success: false, message } })

/** An HTTP error with the envelope around it. */
export const httpError = (status: number, message = ''): Reply => ({ status, body: { success: false, message } })

/** A success with fields beside `data`, at the top level of the envelope. */
export const okWith = (fields: Readonly<Record<string, unknown>>, message = ''): Reply => ({
  status: 200,
  body: { success: true, message, ...fields },
})

export const lost: Reply = 'lost'

/** An answer that comes when the test says so. */
export const held = () => {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  return { reply: promise, release: resolve }
}
