import { basename } from 'node:path'

export interface Product {
  readonly file: string
  /** From the start of the process to the line that says it is ready, on a new data folder; told where this machine can run it. */
  readonly startMs?: number
}

const sumOf = async (file: string): Promise<string> => {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(file).stream()) hash.update(chunk)
  return hash.digest('hex')
}

/** As `sha256sum --check` reads it. */
export const renderSums = async (products: readonly Product[]): Promise<string> => {
  const lines = await Promise.all(products.map(async ({ file }) => `${await sumOf(file)}  ${basename(file)}\n`))
  return lines.join('')
}

const NAME_WIDTH = 28
const SIZE_WIDTH = 8

export const renderReport = (products: readonly Product[]): string =>
  products
    .map(({ file, startMs }) => {
      const megabytes = `${(Bun.file(file).size / 1_000_000).toFixed(1)} MB`
      const start = startMs === undefined ? '' : `  ready in ${Math.round(startMs)} ms`
      return `${basename(file).padEnd(NAME_WIDTH)}${megabytes.padStart(SIZE_WIDTH)}${start}`
    })
    .join('\n')
