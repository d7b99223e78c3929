import { describe, expect, it } from 'bun:test'
import { geminiEmbeddings } from './embeddings.ts'

const parse = (body: unknown, model = 'models/gemini-embedding-001') =>
  geminiEmbeddings.parseCall({
    rawBody: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {},
    address: { model, isStream: false, query: '' },
  })
const words = (...texts: readonly string[]) => ({ content: { parts: texts.map((text) => ({ text })) } })

describe('a call for embeddings', () => {
  it('becomes one text for all of its parts', () => {
    expect(parse({ ...words('one', 'two'), outputDimensionality: 64 })).toEqual({
      ok: true,
      call: {
        body: { model: 'gemini-embedding-001', input: ['one\ntwo'], encoding_format: 'float', dimensions: 64 },
        dropped: [],
        isBatch: false,
      },
    })
  })

  it('may hold one part where a list is meant', () => {
    const one = { content: { parts: { text: 'one' } } }
    expect(parse(one)).toMatchObject({ call: { body: { input: ['one'] } } })
    expect(parse({ requests: [one, words('two')] })).toMatchObject({ call: { body: { input: ['one', 'two'] } } })
  })

  it('becomes a text for each request of a batch, with the size they agree on', () => {
    const size = { embed_content_config: { output_dimensionality: 8 } }
    expect(
      parse(
        {
          requests: [
            { model: 'models/x', ...words('a'), ...size },
            { ...words('b'), ...size },
          ],
        },
        ' m ',
      ),
    ).toEqual({
      ok: true,
      call: { body: { model: 'm', input: ['a', 'b'], encoding_format: 'float', dimensions: 8 }, dropped: [], isBatch: true },
    })
  })

  it('names what no other upstream understands, by request, and at most 32 of them', () => {
    const requests = [
      { ...words('a'), taskType: 'RETRIEVAL_QUERY', title: null },
      { ...words('b'), embedContentConfig: { autoTruncate: true }, ['x'.repeat(65)]: 1 },
    ]
    expect(parse({ requests })).toMatchObject({
      call: { dropped: ['requests[0].taskType', `requests[1].${'x'.repeat(64)}`, 'requests[1].autoTruncate'] },
    })
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field${at}`, at]))
    const read = parse({ ...words('a'), ...many })
    expect(read.ok && read.call.dropped).toEqual(Array.from({ length: 32 }, (_, at) => `field${at}`))
  })

  it.each([
    ['[1]', '', '请求体不是合法的 JSON 对象', 'The request body is not a valid JSON object'],
    ['{', '', '请求体不是合法的 JSON 对象', 'The request body is not a valid JSON object'],
    [`{"content":${'['.repeat(64)}${']'.repeat(64)}}`, '', '请求体嵌套超过 64 层', 'The request body is nested deeper than 64 levels'],
    [
      { ...words('a'), outputDimensionality: 1, output_dimensionality: 2 },
      'outputDimensionality',
      '字段 outputDimensionality 以两种写法重复出现',
      'The field outputDimensionality stands there in both spellings; send one',
    ],
    [{ requests: [] }, 'requests', 'requests 必须是非空的数组', 'The field requests must be a non-empty array'],
    [{}, 'content.parts', 'content.parts 必须是非空的文本数组', 'The field content.parts must be a non-empty array of texts'],
    [
      { requests: [words('a'), { content: { parts: [{ text: 'b' }, { inlineData: {} }] } }] },
      'requests[1].content.parts',
      'requests[1].content.parts 必须是非空的文本数组',
      'The field requests[1].content.parts must be a non-empty array of texts',
    ],
    [
      { requests: [words('a'), 'b'] },
      'requests[1].content.parts',
      'requests[1].content.parts 必须是非空的文本数组',
      'The field requests[1].content.parts must be a non-empty array of texts',
    ],
    [
      { requests: [words('a'), { ...words('b'), outputDimensionality: 8 }] },
      'requests[1].outputDimensionality',
      '同一批请求的 outputDimensionality 必须相同',
      'All requests of a batch must have the same outputDimensionality',
    ],
  ])('is refused as %j', (...row) => {
    const [body, param, zh, en] = row
    expect(parse(body)).toEqual({ ok: false, problem: { param, zh, en } })
  })

  it('goes on where a field that is no number asks for a size', () => {
    expect(parse({ ...words('a'), outputDimensionality: '8' })).toMatchObject({ call: { body: { input: ['a'] } } })
    expect(JSON.stringify(parse({ ...words('a'), outputDimensionality: '8' }))).not.toContain('dimensions')
  })
})

describe('a reply with embeddings', () => {
  const callOf = (texts: readonly string[], isBatch: boolean) => ({ body: { model: 'm', input: texts }, dropped: [], isBatch })
  const packed = Buffer.from(new Float32Array([0.5, -2]).buffer).toString('base64')

  it('holds one vector, or those of the batch, packed or not', () => {
    const data = [{ embedding: [1, 2] }, { embedding: packed }]
    expect(geminiEmbeddings.renderReply({ data: data.slice(0, 1) }, callOf(['a'], false))).toBe('{"embedding":{"values":[1,2]}}')
    expect(geminiEmbeddings.renderReply({ data }, callOf(['a', 'b'], true))).toBe('{"embeddings":[{"values":[1,2]},{"values":[0.5,-2]}]}')
  })

  it('passes over bytes behind the last whole number', () => {
    const cut = Buffer.concat([Buffer.from(packed, 'base64'), Buffer.from([1, 2])]).toString('base64')
    expect(geminiEmbeddings.renderReply({ data: [{ embedding: cut }] }, callOf(['a'], false))).toBe('{"embedding":{"values":[0.5,-2]}}')
  })

  it.each([
    [{ data: [{ embedding: [1] }] }],
    [{ data: [{ embedding: [1] }, { embedding: [] }] }],
    [{ data: [{ embedding: [1] }, 'x'] }],
    [{ data: [{ embedding: [1] }, { embedding: [2] }, { embedding: [3] }] }],
    [{}],
  ])('is broken when a vector is missing: %j', (json) => {
    expect(geminiEmbeddings.renderReply(json, callOf(['a', 'b'], true))).toBeUndefined()
  })
})
