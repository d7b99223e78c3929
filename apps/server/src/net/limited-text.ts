/** The text of a reply, read no further than so many bytes; undefined where it is longer. */
export const limitedText = async (response: Response, maxBytes: number): Promise<string | undefined> => {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? []
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
