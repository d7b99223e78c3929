import { dayAt, ExportProblem, figuresIn, lineWith, modelOfItem, sumOf, type ExportLine, type UsageExport } from './export-line.ts'
import { readTable, type TableRow } from './text-table.ts'

/** A form is known by the columns that it cannot do without; others are passed over. */
interface Form {
  readonly provider: UsageExport['provider']
  readonly needs: readonly string[]
  readonly time: readonly string[]
  readonly model: (cells: TableRow['cells']) => string
  readonly figures: (figure: (column: string) => number | undefined) => Parameters<typeof lineWith>[1]
}

const OPENAI_TIME = ['start_time', 'start_time_iso']
const ANTHROPIC_TIME = ['usage_date_utc']

const FORMS: readonly Form[] = [
  {
    provider: 'openai',
    needs: ['num_model_requests'],
    time: OPENAI_TIME,
    model: (cells) => cells['model'] ?? '',
    figures: (figure) => ({
      requests: figure('num_model_requests'),
      inputTokens: figure('input_tokens'),
      outputTokens: figure('output_tokens'),
    }),
  },
  {
    provider: 'openai',
    needs: ['amount_value'],
    time: OPENAI_TIME,
    model: (cells) => modelOfItem(cells['line_item'] ?? ''),
    figures: (figure) => ({ dollars: figure('amount_value') }),
  },
  {
    provider: 'anthropic',
    needs: ['usage_date_utc', 'usage_output_tokens'],
    time: ANTHROPIC_TIME,
    model: (cells) => cells['model_version'] || (cells['model'] ?? ''),
    figures: (figure) => ({
      inputTokens: sumOf(
        ...[
          'usage_input_tokens_no_cache',
          'usage_input_tokens_cache_write',
          'usage_input_tokens_cache_write_5m',
          'usage_input_tokens_cache_write_1h',
          'usage_input_tokens_cache_read',
        ].map(figure),
      ),
      outputTokens: figure('usage_output_tokens'),
    }),
  },
  {
    provider: 'anthropic',
    needs: ['usage_date_utc', 'cost_usd'],
    time: ANTHROPIC_TIME,
    model: (cells) => cells['model'] || (cells['model_version'] ?? ''),
    figures: (figure) => ({ dollars: figure('cost_usd') }),
  },
]

const KNOWN = FORMS.map(({ needs }) => needs.join(' and ')).join('; ')

export const readTableExport = (text: string): UsageExport => {
  const { columns, rows } = readTable(text)
  const form = FORMS.find(({ needs, time }) => needs.every((name) => columns.has(name)) && time.some((name) => columns.has(name)))
  if (form === undefined) {
    const found = [...columns].slice(0, 12).join(', ')
    throw new ExportProblem(
      `line 1 names no columns of a usage export, but ${found === '' ? 'nothing' : found}; known are those with ${KNOWN}`,
    )
  }
  const days = new Set<number>()
  const lines = rows.map(({ line, cells }): ExportLine => {
    const time = form.time.find((name) => (cells[name] ?? '') !== '') ?? form.time[0] ?? ''
    const day = dayAt(cells[time], `line ${line}: ${time}`)
    days.add(day)
    return lineWith({ day, model: form.model(cells) }, form.figures(figuresIn(cells, `line ${line}: `)))
  })
  return { provider: form.provider, days: [...days], lines, isPartial: false }
}
