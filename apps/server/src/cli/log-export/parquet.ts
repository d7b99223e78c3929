import type { AdminLogObject } from '@weir/contract/log'
import type { SchemaElement } from 'hyparquet'

/** Rows that are in memory at once; readers skip whole groups by their times and numbers. */
const GROUP_ROWS = 20_000

interface Column {
  readonly name: string
  readonly element: Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>
  readonly isOptional?: boolean
  readonly value: (row: AdminLogObject) => unknown
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const
const JSON_TEXT = { type: 'BYTE_ARRAY', converted_type: 'JSON' } as const
const WHOLE = { type: 'INT64' } as const
const BOOLEAN = { type: 'BOOLEAN' } as const
const MOMENT = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const

type Named<T> = { [K in keyof AdminLogObject]-?: AdminLogObject[K] extends T ? K : never }[keyof AdminLogObject]

const text = (name: Named<string | undefined>, isOptional = false): Column => ({
  name,
  element: TEXT,
  isOptional,
  value: (row) => row[name],
})

const whole = (name: Named<number | null | undefined>, isOptional = false): Column => ({
  name,
  element: WHOLE,
  isOptional,
  value: (row) => (typeof row[name] === 'number' ? BigInt(row[name]) : undefined),
})

const flag = (name: Named<boolean>): Column => ({ name, element: BOOLEAN, value: (row) => row[name] })

/** The fields of the management API; how a quota came about as JSON. */
const COLUMNS: readonly Column[] = [
  whole('id'),
  { name: 'created_at', element: MOMENT, value: ({ created_at: at }) => new Date(at * 1000) },
  whole('type'),
  whole('user_id'),
  text('username'),
  text('token_name'),
  text('model_name'),
  text('substitute_for', true),
  text('mapped_from', true),
  text('group'),
  whole('channel'),
  text('channel_name', true),
  whole('quota'),
  whole('cost', true),
  whole('prompt_tokens'),
  whole('completion_tokens'),
  whole('elapsed_time'),
  whole('first_byte_time', true),
  flag('is_stream'),
  flag('system_prompt_reset'),
  text('outcome'),
  text('fault'),
  text('cut_by', true),
  whole('attempts'),
  text('address', true),
  text('request_id'),
  text('content'),
  { name: 'charge', element: JSON_TEXT, isOptional: true, value: ({ charge }) => charge },
]

const schema: SchemaElement[] = [
  { name: 'log', num_children: COLUMNS.length },
  ...COLUMNS.map(({ name, element, isOptional = false }) => ({
    name,
    ...element,
    repetition_type: isOptional ? ('OPTIONAL' as const) : ('REQUIRED' as const),
  })),
]

async function* inGroups(batches: AsyncIterable<readonly AdminLogObject[]>): AsyncGenerator<readonly AdminLogObject[]> {
  let group: AdminLogObject[] = []
  for await (const rows of batches) {
    group.push(...rows)
    if (group.length < GROUP_ROWS) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** A Parquet file, compressed with Snappy, group by group. */
export async function* parquetOf(batches: AsyncIterable<readonly AdminLogObject[]>): AsyncGenerator<Uint8Array> {
  // Loaded with its command: a server that starts does not need it.
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const bytes = new ByteWriter()
  const taken = (): Uint8Array => {
    const written = bytes.getBytes().slice()
    // What was taken still counts in the offsets of the file.
    bytes.index = 0
    return written
  }
  const file = new ParquetWriter({ writer: bytes, schema })
  for await (const rows of inGroups(batches)) {
    const columnData = COLUMNS.map(({ name, value }) => ({ name, data: rows.map(value), offsetIndex: false }))
    await file.write({ columnData, rowGroupSize: rows.length })
    yield taken()
  }
  await file.finish()
  yield taken()
}
