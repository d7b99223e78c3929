const encoder = new TextEncoder()

export const encodeDataFrame = (data: string): Uint8Array =>
  encoder.encode(
    `${data
      .split('\n')
      .map((line) => `data: ${line}`)
      .join('\n')}\n\n`,
  )
