const encoder = new TextEncoder()

/** Data of several lines becomes several lines of data; JSON is one. */
export const encodeDataFrame = (data: string): Uint8Array => encoder.encode(`data: ${data.replaceAll('\n', '\ndata: ')}\n\n`)
