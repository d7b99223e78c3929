import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OWNER_ONLY, refuseTarget, writeWholeFile } from '../../backup/whole-file.ts'

interface ExportTarget {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Undefined: `write`. */
  readonly file: string | undefined
  readonly write: (bytes: Uint8Array) => Promise<void>
}

/** As fast as the target takes it. A file has its name once it is whole. */
export const writeExport = async ({ bytes, file, write }: ExportTarget): Promise<void> => {
  if (file === undefined) {
    for await (const part of bytes) await write(part)
    return
  }
  refuseTarget(file)
  await writeWholeFile(file, (partial) => pipeline(Readable.from(bytes), createWriteStream(partial, { flags: 'wx', mode: OWNER_ONLY })))
}
