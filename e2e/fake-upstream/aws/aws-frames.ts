import { crc32 } from 'node:zlib'

const TEXT_TYPE = 7

const header = (name: string, value: string): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value))
  return Buffer.concat([Buffer.from([Buffer.byteLength(name)]), Buffer.from(name), Buffer.from([TEXT_TYPE]), length, Buffer.from(value)])
}

const sum = (bytes: Buffer): Buffer => {
  const field = Buffer.alloc(4)
  field.writeUInt32BE(crc32(bytes))
  return field
}

const BYTES_AROUND = 16

/** One message of AWS's binary stream, with both of its sums. */
export const awsFrame = (event: string, json: object): Uint8Array => {
  const headers = Buffer.concat([
    header(':event-type', event),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ])
  const payload = Buffer.from(JSON.stringify(json))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(headers.length + payload.length + BYTES_AROUND, 0)
  lengths.writeUInt32BE(headers.length, 4)
  const prelude = Buffer.concat([lengths, sum(lengths)])
  const message = Buffer.concat([prelude, headers, payload])
  return Buffer.concat([message, sum(message)])
}
