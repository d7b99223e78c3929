import { counted } from '@weir/contract/values/counted'
import type { Value } from '../dialect/engine.ts'
import { BadDump } from './bad-dump.ts'
import { parseDumpLine, type DumpEnd, type DumpHeader, type DumpLine, type TableStart } from './dump-line.ts'
import { readValue } from './dump-value.ts'
import { TableDigest, type TableSum } from './table-digest.ts'

/** Takes what a dump holds, in this order. */
export interface DumpConsumer {
  header(header: DumpHeader): Promise<void>
  table(start: TableStart): Promise<void>
  rows(rows: readonly (readonly Value[])[]): Promise<void>
  tableEnd(sum: TableSum): Promise<void>
}

export interface DumpContent {
  readonly header: DumpHeader
  readonly sums: readonly TableSum[]
}

const ROWS_AT_ONCE = 512

const OUT_OF_ORDER = 'the backup is damaged: its lines are out of order'

/** Reads line by line and believes nothing: every table is compared with its sum, and the whole with its end. */
class DumpReader {
  readonly #consumer: DumpConsumer
  readonly #hash = new Bun.CryptoHasher('sha256')
  readonly #sums: TableSum[] = []
  #header: DumpHeader | undefined
  #table: TableStart | undefined
  #digest = new TableDigest()
  #rows: (readonly Value[])[] = []
  #end: DumpEnd | undefined

  constructor(consumer: DumpConsumer) {
    this.#consumer = consumer
  }

  async line(text: string): Promise<void> {
    if (this.#end !== undefined) throw new BadDump('the backup is damaged: something follows its end')
    const line = parseDumpLine(text)
    if (line.kind === 'end') {
      this.#close(line.end)
      return
    }
    this.#hash.update(`${text}\n`)
    if (line.kind === 'row') {
      this.#row(line.values)
      this.#digest.add(text)
      if (this.#rows.length >= ROWS_AT_ONCE) await this.#flush()
      return
    }
    await this.#take(line)
  }

  finish(): DumpContent {
    if (this.#header === undefined || this.#end === undefined) throw new BadDump('the backup is cut off: its end is missing')
    return { header: this.#header, sums: this.#sums }
  }

  #row(values: readonly unknown[]): void {
    const start = this.#table
    if (start === undefined) throw new BadDump(OUT_OF_ORDER)
    const { table, columns } = start
    if (values.length !== columns.length) throw new BadDump(`the backup is damaged: a row of ${table} has ${values.length} values`)
    this.#rows.push(columns.map(({ name, kind }, index) => readValue(kind, values[index], `${table}.${name}`)))
  }

  async #flush(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    if (rows.length > 0) await this.#consumer.rows(rows)
  }

  async #take(line: Exclude<DumpLine, { kind: 'row' | 'end' }>): Promise<void> {
    switch (line.kind) {
      case 'header':
        if (this.#header !== undefined) throw new BadDump(OUT_OF_ORDER)
        this.#header = line.header
        return await this.#consumer.header(line.header)
      case 'table':
        if (this.#header === undefined || this.#table !== undefined) throw new BadDump(OUT_OF_ORDER)
        this.#table = line.start
        this.#digest = new TableDigest()
        return await this.#consumer.table(line.start)
      case 'table-end':
        return await this.#endTable(line.sum)
    }
  }

  async #endTable(sum: TableSum): Promise<void> {
    if (this.#table?.table !== sum.table) throw new BadDump(OUT_OF_ORDER)
    const found = this.#digest.sumOf(sum.table)
    if (found.rows !== sum.rows)
      throw new BadDump(`the backup is damaged: ${sum.table} has ${counted(found.rows, 'row')} instead of ${sum.rows}`)
    if (found.digest !== sum.digest) throw new BadDump(`the backup is damaged: rows of ${sum.table} were changed`)
    await this.#flush()
    this.#table = undefined
    this.#sums.push(sum)
    await this.#consumer.tableEnd(sum)
  }

  #close(end: DumpEnd): void {
    const rows = this.#sums.reduce((all, sum) => all + sum.rows, 0)
    if (this.#table !== undefined || end.tables !== this.#sums.length || end.rows !== rows) throw new BadDump(OUT_OF_ORDER)
    if (this.#hash.digest('hex') !== end.sha256) throw new BadDump('the backup is damaged: its lines are not those that were written')
    this.#end = end
  }
}

/** Reads a dump to its end, however its bytes are cut. Throws `BadDump`; what the consumer was given before it must not count then. */
export const readDump = async (chunks: AsyncIterable<Uint8Array | string>, consumer: DumpConsumer): Promise<DumpContent> => {
  const reader = new DumpReader(consumer)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: true })
    } catch (cause) {
      throw new BadDump('this is no backup of Weir, or it is damaged: it is not UTF-8', { cause })
    }
  }
  let rest = ''
  for await (const chunk of chunks) {
    const lines = `${rest}${typeof chunk === 'string' ? chunk : decode(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) await reader.line(line)
  }
  if (rest !== '') throw new BadDump('the backup is cut off in the middle of a line')
  return reader.finish()
}

const nothing = (): Promise<void> => Promise.resolve()

/** For whoever only wants to know whether it is whole. */
export const ignoreDump: DumpConsumer = { header: nothing, table: nothing, rows: nothing, tableEnd: nothing }
