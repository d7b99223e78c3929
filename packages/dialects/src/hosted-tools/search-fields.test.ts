import { expect, it } from 'bun:test'
import { searchFieldIn, searchesAlways, searchesIn } from './search-fields.ts'

it.each([
  [{ web_search_options: {} }, 'web_search_options'],
  [{ enable_search: true, search_options: { forced_search: true } }, 'enable_search'],
  [{ web_search: { enable: true } }, 'web_search'],
  [{ search_parameters: { mode: 'auto' } }, 'search_parameters'],
  [{ search_parameters: {} }, 'search_parameters'],
  [{ with_search_enhance: true }, 'with_search_enhance'],
  [{ enable_enhancement: true }, 'enable_enhancement'],
  [{ extra_body: { enable_search: true } }, 'extra_body.enable_search'],
])('a chat asks for a search with %j', (body, field) => {
  expect(searchFieldIn({ model: 'm', messages: [], ...body })).toBe(field)
})

it.each([
  {},
  { enable_search: false },
  { web_search_options: null },
  { web_search: { enable: false } },
  { search_parameters: { mode: 'off' } },
  { extra_body: { enable_search: false } },
])('a chat asks for none with %j', (body) => {
  expect(searchFieldIn({ model: 'm', messages: [], ...body })).toBeUndefined()
})

it('some models search whatever they are asked', () => {
  expect(['gpt-4o-search-preview', 'openai/gpt-5-search-api', 'qwen-max-internet', 'ernie-4.5-search'].map(searchesAlways)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['gpt-4o', 'search-engine-7b', 'qwen-max'].map(searchesAlways)).toEqual([false, false, false])
})

it.each([
  [{ server_tool_use: { web_search_requests: 3 } }, 3],
  [{ plugins: { search: { count: 2 } } }, 2],
  [{ num_sources_used: 0 }, 0],
  [{ num_search_queries: 18 }, 18],
  [{ search_context_size: 'low' }, 1],
])('upstream tells of searches with %j', (figures, count) => {
  expect(searchesIn({ prompt_tokens: 1, completion_tokens: 1, ...figures })).toBe(count)
})

it('nothing is known of searches where upstream does not tell', () => {
  expect(searchesIn({ prompt_tokens: 1, completion_tokens: 1 })).toBeUndefined()
})
