import { describe, expect, it } from 'bun:test'
import { readUsageExport } from './usage-export.ts'

const DAY = Date.parse('2026-11-01T00:00:00Z') / 1000

describe('a usage export', () => {
  it('of OpenAI is read as its API answers it, days without use included', () => {
    const page = {
      object: 'page',
      has_more: true,
      data: [
        {
          object: 'bucket',
          start_time: DAY,
          end_time: DAY + 86_400,
          results: [
            {
              object: 'organization.usage.completions.result',
              input_tokens: 1000,
              output_tokens: 50,
              input_cached_tokens: 800,
              num_model_requests: 3,
              model: 'gpt-4o-2024-08-06',
              something_new: 1,
            },
          ],
        },
        { object: 'bucket', start_time: DAY + 86_400, end_time: DAY + 172_800, results: [] },
      ],
    }
    expect(readUsageExport(JSON.stringify(page))).toEqual({
      provider: 'openai',
      days: [DAY, DAY + 86_400],
      lines: [{ day: DAY, model: 'gpt-4o-2024-08-06', requests: 3, inputTokens: 1000, outputTokens: 50 }],
      isPartial: true,
    })
  })

  it('of costs at OpenAI is read by the model of the item', () => {
    const results = [
      {
        object: 'organization.costs.result',
        amount: { value: 0.06, currency: 'usd' },
        line_item: 'gpt-4o-mini-2024-07-18, cached input',
        project_id: null,
      },
      { object: 'organization.costs.result', amount: { value: '1.5', currency: 'usd' }, line_item: null, project_id: null },
    ]
    const { lines } = readUsageExport(JSON.stringify([{ start_time: DAY + 3600, results }]))
    expect(lines).toEqual([
      { day: DAY, model: 'gpt-4o-mini-2024-07-18', dollars: 0.06 },
      { day: DAY, model: '', dollars: 1.5 },
    ])
  })

  it('of Anthropic is read as its API answers it: all input together, and costs in cents', () => {
    const usage = {
      uncached_input_tokens: 100,
      cache_creation: { ephemeral_1h_input_tokens: 10, ephemeral_5m_input_tokens: 5 },
      cache_read_input_tokens: 200,
      output_tokens: 7,
      server_tool_use: { web_search_requests: 1 },
      model: 'claude-sonnet-4-20250514',
    }
    const bucket = (results: readonly object[]) =>
      JSON.stringify({ data: [{ starting_at: '2026-11-01T00:00:00Z', ending_at: '2026-11-02T00:00:00Z', results }], has_more: false })
    expect(readUsageExport(bucket([usage]))).toEqual({
      provider: 'anthropic',
      days: [DAY],
      lines: [{ day: DAY, model: 'claude-sonnet-4-20250514', inputTokens: 315, outputTokens: 7 }],
      isPartial: false,
    })
    const cost = { currency: 'USD', amount: '123.45', model: 'claude-sonnet-4-20250514', cost_type: 'tokens', token_type: 'output_tokens' }
    expect(readUsageExport(bucket([cost])).lines).toEqual([{ day: DAY, model: 'claude-sonnet-4-20250514', dollars: 1.2345 }])
  })

  it.each([
    [
      'usage of OpenAI, with tabs',
      `start_time\tend_time\tstart_time_iso\tnum_model_requests\tmodel\tservice_tier\tinput_tokens\toutput_tokens\n${DAY}\t${DAY + 86_400}\t2026-11-01T00:00:00+00:00\t2\tgpt-5-mini\tdefault\t30\t4\n`,
      { day: DAY, model: 'gpt-5-mini', requests: 2, inputTokens: 30, outputTokens: 4 },
    ],
    [
      'costs of OpenAI',
      `start_time,end_time,start_time_iso,end_time_iso,amount_value,amount_currency,line_item,project_id\r\n${DAY},${DAY + 86_400},,,0.8958740000000000,usd,"gpt-4o-2024-08-06, input",\r\n`,
      { day: DAY, model: 'gpt-4o-2024-08-06', dollars: 0.895874 },
    ],
    [
      'usage of Anthropic',
      '\uFEFFusage_date_utc,model_version,api_key,workspace,usage_type,context_window,usage_input_tokens_no_cache,usage_input_tokens_cache_write_5m,usage_input_tokens_cache_write_1h,usage_input_tokens_cache_read,usage_output_tokens,web_search_count,inference_geo,speed\n2026-11-01,claude-opus-5,"App, one",Default,standard,≤ 200k,"46,981",15969,0,3,16932,0,global,\n',
      { day: DAY, model: 'claude-opus-5', inputTokens: 62_953, outputTokens: 16_932 },
    ],
    [
      'costs of Anthropic, by the hour',
      'usage_date_utc,model,workspace,api_key,usage_type,context_window,token_type,cost_usd,list_price_usd,cost_type\n2026-11-01 13:00,Claude Haiku 4.5,Default,key,message,≤ 200k,input_no_cache,0.05,0.05,token\n',
      { day: DAY, model: 'Claude Haiku 4.5', dollars: 0.05 },
    ],
  ])('is read from a table: %s', (_, text, line) => {
    expect(readUsageExport(text).lines).toEqual([line])
  })

  it('keeps a day whose cells are empty', () => {
    const text = `start_time,amount_value,line_item\n${DAY},,\n\n`
    expect(readUsageExport(text)).toMatchObject({ days: [DAY], lines: [{ day: DAY, model: '' }] })
  })

  it.each([
    ['{"data": [\n{"start_time": }', 'line 2 is not valid JSON'],
    ['{"data": [{"results": []}]}', 'it has no `data` with buckets'],
    [
      `{"data": [{"start_time": ${DAY}, "results": [{"input_tokens": "many"}]}]}`,
      'data[0].results[0].input_tokens is "many", which is no number',
    ],
    [`{"data": [{"start_time": ${DAY}, "results": []}, {"results": []}]}`, 'data[1].start_time is "", which is no time'],
    ['when,what\n1,2\n', 'line 1 names no columns of a usage export, but when, what'],
    [`start_time,amount_value\n${DAY},"1\n2"\nsoon,3\n`, 'line 2: amount_value is "1\\n2", which is no number'],
    [`start_time,amount_value\n${DAY},"1"\nsoon,3\n`, 'line 3: start_time is "soon", which is no time'],
  ])('is refused by the place of what is wrong: %s', (text, problem) => {
    expect(() => readUsageExport(text)).toThrow(problem)
  })
})
