import { describe, expect, it } from 'bun:test'
import { inAskedFormat } from './embeddings.ts'
import { parseMultipart } from './multipart.ts'
import { parseFormTask, parseJsonTask } from './parse-task.ts'
import { usageOfTaskReply } from './task-usage.ts'

const form = (fields: Record<string, string>, file: Uint8Array) => {
  const boundary = 'b0undary'
  const text = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n`
  const body = Buffer.concat([Buffer.from(text.join('')), Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}

const problemOf = (result: ReturnType<typeof parseJsonTask>) => (result.ok ? 'none' : result.problem.param)

describe('a form', () => {
  const file = Uint8Array.from({ length: 3200 }, (_, index) => (index % 7 === 0 ? 13 : index % 256))

  it('gives its text fields and the size of its files', () => {
    const { contentType, body } = form({ model: 'whisper-1', language: '中文' }, file)
    const parsed = parseMultipart(contentType, body)
    expect(parsed).toMatchObject({ fields: { model: 'whisper-1', language: '中文' } })
    expect(parsed?.files.map(({ name, bytes }) => [name, bytes.length])).toEqual([['file', 3200]])
  })

  it.each([
    [3200, 200],
    [3201, 201],
    [15, 1],
  ])('of sound, %d bytes long, is held for as %d milliseconds', (bytes, milliseconds) => {
    for (const task of ['audio/transcriptions', 'audio/translations'] as const) {
      const { contentType, body } = form({ model: 'whisper-1' }, new Uint8Array(bytes))
      const parsed = parseFormTask(task, contentType, body)
      expect(parsed.ok && parsed.value.fixedUsage).toMatchObject({ unit: 'millisecond', input: milliseconds })
    }
  })

  it('is refused for a field that chooses a provider, however long its value is', () => {
    const { contentType, body } = form({ model: 'whisper-1', provider: 'x'.repeat(100_000) }, file)
    expect(problemOf(parseFormTask('audio/transcriptions', contentType, body))).toBe('provider')
  })

  it('is refused when a field it is charged by stands in it twice', () => {
    const { contentType, body } = form({ model: 'cheap', prompt: 'a' }, file)
    const [first = '', ...rest] = body.toString('latin1').split('\r\n--b0undary\r\n')
    const twice = (name: string) =>
      Buffer.from([first, `Content-Disposition: form-data; name="${name}"\r\n\r\nother`, ...rest].join('\r\n--b0undary\r\n'), 'latin1')
    expect(problemOf(parseFormTask('images/edits', contentType, twice('model')))).toBe('model')
    expect(problemOf(parseFormTask('images/edits', contentType, twice('image')))).toBe('none')
  })

  const written = (type: string, ...lines: readonly string[]) =>
    parseFormTask('images/edits', `multipart/form-data; ${type}`, Buffer.from(lines.join('\r\n')))
  const MODEL = ['--b', 'Content-Disposition: form-data; name="model"', '', 'cheap']

  it.each([
    ['a name without quotes', ['--b', 'Content-Disposition: form-data; name=model', '', 'dear', '--b--']],
    ['a name among other headers', ['--b', 'X-A: filename=x', 'Content-Disposition: form-data; name="model"', '', 'dear', '--b--']],
    ['an empty file name', ['--b', 'Content-Disposition: form-data; name="model"; filename=""', '', 'dear', '--b--']],
    ['a file name in the long form', ['--b', "Content-Disposition: form-data; name=model; filename*=utf-8''x", '', 'dear', '--b--']],
  ])('IN-23 is refused when a second model hides behind %s', (_, second) => {
    expect(problemOf(written('boundary=b', ...MODEL, ...second))).toBe('model')
    const alone = written('boundary=b', ...second)
    expect(alone.ok && alone.value.call.model).toBe('dear')
  })

  it.each([
    ['another name before it', ['--b', 'Content-Disposition: form-data; x-name="a"; name="model"', '', 'dear', '--b--']],
    ['a name in the long form', ['--b', "Content-Disposition: form-data; name*=utf-8''model", '', 'dear', '--b--']],
    ['two names', ['--b', 'Content-Disposition: form-data; name="a"; name="model"', '', 'dear', '--b--']],
    ['two dispositions', ['--b', ...['a', 'model'].map((name) => `Content-Disposition: form-data; name="${name}"`), '', 'dear', '--b--']],
    ['a name in two lines', ['--b', 'Content-Disposition: form-data;', ' name="model"', '', 'dear', '--b--']],
    ['a name with a backslash', ['--b', String.raw`Content-Disposition: form-data; name="mode\l"`, '', 'dear', '--b--']],
    ['a long head', ['--b', `X-A: ${'x'.repeat(17_000)}`, 'Content-Disposition: form-data; name="model"', '', 'dear', '--b--']],
    ['line ends of another kind', ['--b', 'X: y\nContent-Disposition: form-data; name="model"', '', 'dear', '--b--']],
    ['an encoding', ['--b', 'Content-Transfer-Encoding: quoted-printable', ...MODEL.slice(1), '--b--']],
    ['no disposition', ['--b', 'X-A: b', '', 'dear', '--b--']],
    ['another disposition', ['--b', 'Content-Disposition: attachment; name="model"', '', 'dear', '--b--']],
    ['a mark in a line', ['--b', 'Content-Disposition: form-data; name="a"', '', 'x--b', ...MODEL.slice(1), '--b--']],
    ['a longer mark', ['--bc', 'Content-Disposition: form-data; name="a"', '', 'x', '--b--']],
    ['words before it', ['--b--', 'x', ...MODEL, '--b--']],
    ['words behind it', ['--b--', 'x']],
  ])('IN-23 is refused when it can be read in two ways: %s', (_, rest) => {
    expect(written('boundary=b', ...MODEL, '--b--').ok).toBe(true)
    expect(written('boundary=b', ...MODEL, ...rest)).toMatchObject({ ok: false, problem: { param: '' } })
  })

  it('IN-23 has one boundary, and upstream is told that one', () => {
    const typeOf = (type: string) => {
      const parsed = written(type, ...MODEL, '--b--')
      return parsed.ok ? parsed.value.call.form?.contentType : undefined
    }
    expect(typeOf('charset=utf-8; boundary="b"')).toBe('multipart/form-data; boundary=b')
    for (const type of ['xboundary=b', 'boundary=b; boundary=c', 'boundary=b boundary=c', 'boundary=b, x', 'boundary="b'])
      expect([type, typeOf(type)]).toEqual([type, undefined])
    expect(typeOf('xboundary=c; Boundary=b')).toBe('multipart/form-data; boundary=b')
    const odd = parseMultipart(
      'multipart/form-data; boundary=a=b',
      Buffer.from(`\r\n--a=b\r\n${MODEL.slice(1).join('\r\n')}\r\n--a=b--\r\n`),
    )
    expect([odd?.contentType, odd?.fields]).toEqual(['multipart/form-data; boundary="a=b"', { model: 'cheap' }])
  })

  it.each(['name="file"; filename=a', `name=file; filename*=utf-8''a`, 'name="file"; filename=""', 'name=file', 'name="x"; filename="a"'])(
    'is held for by the size of what may be its sound: %s',
    (head) => {
      const lines = [...MODEL, '--b', `Content-Disposition: form-data; ${head}`, 'Content-Type: audio/mpeg', '', 'x'.repeat(160), '--b--']
      const parsed = parseFormTask('audio/transcriptions', 'multipart/form-data; boundary=b', Buffer.from(lines.join('\r\n')))
      expect(parsed.ok && parsed.value.fixedUsage?.input).toBe(10)
    },
  )

  it('is sent on byte for byte, or with the one field changed', async () => {
    const { contentType, body } = form({ model: 'whisper-1' }, file)
    const parsed = parseMultipart(contentType, body)
    expect(Buffer.concat([...(parsed?.withField('model', 'whisper-1') ?? [])])).toEqual(body)
    const changed = new Response(Buffer.concat([...(parsed?.withField('model', 'other-model') ?? [])]), {
      headers: { 'content-type': contentType },
    })
    const read = await changed.formData()
    expect(read.get('model')).toBe('other-model')
    expect(new Uint8Array(await (read.get('file') as Blob).arrayBuffer())).toEqual(file)
  })

  it('gets a field it lacks', async () => {
    const { contentType, body } = form({}, file)
    const added = Buffer.concat([...(parseMultipart(contentType, body)?.withField('model', 'whisper-1') ?? [])])
    expect((await new Response(added, { headers: { 'content-type': contentType } }).formData()).get('model')).toBe('whisper-1')
  })

  it('is refused when it is none', () => {
    expect(parseFormTask('audio/transcriptions', 'multipart/form-data', new Uint8Array(3)).ok).toBe(false)
    expect(parseFormTask('audio/transcriptions', 'multipart/form-data; boundary=x', Buffer.from('hello')).ok).toBe(false)
  })

  it('is held for by the length its size suggests', () => {
    const { contentType, body } = form({}, file)
    const parsed = parseFormTask('audio/transcriptions', contentType, body)
    expect(parsed).toMatchObject({ ok: true, value: { call: { model: 'whisper-1' }, fixedUsage: { input: 200, unit: 'millisecond' } } })
  })
})

describe('a task', () => {
  it('names the field that is missing or wrong', () => {
    expect(problemOf(parseJsonTask('embeddings', '{"model":"m"}'))).toBe('input')
    expect(problemOf(parseJsonTask('embeddings', '{"model":"m","input":[]}'))).toBe('input')
    expect(problemOf(parseJsonTask('completions', '{"model":"m","prompt":""}'))).toBe('prompt')
    expect(problemOf(parseJsonTask('embeddings', '{"input":"x"}'))).toBe('model')
    expect(problemOf(parseJsonTask('embeddings', '{"input":"x"}', 'from-path'))).toBe('none')
    expect(problemOf(parseJsonTask('rerank', '{"model":"m"}'))).toBe('query')
  })

  it('H-05 never accepts a number of pictures below one', () => {
    for (const n of [-1, 0, 1.5, 11, 'x'])
      expect(problemOf(parseJsonTask('images/generations', JSON.stringify({ prompt: 'p', n })))).toBe('n')
  })

  it.each(['images/generations', 'images/edits', 'images/variations'] as const)('of %s counts pictures by either name', (task) => {
    const asked = (body: object) => {
      const parsed = parseJsonTask(task, JSON.stringify({ model: 'kolors', prompt: 'p', ...body }))
      return parsed.ok ? parsed.value.fixedUsage?.input : parsed.problem.param
    }
    expect([asked({}), asked({ batch_size: 4 }), asked({ n: 1, batch_size: 3 }), asked({ n: 2, batch_size: 1 })]).toEqual([
      1000, 4000, 3000, 2000,
    ])
    expect([asked({ batch_size: 11 }), asked({ batch_size: 'x' })]).toEqual(['batch_size', 'batch_size'])
  })

  it('takes the size of pictures by either name, and one of them alone', () => {
    const asked = (body: object) => {
      const parsed = parseJsonTask('images/generations', JSON.stringify({ model: 'kolors', prompt: 'p', ...body }))
      return parsed.ok ? parsed.value.fixedUsage?.picture?.size : parsed.problem.param
    }
    expect([asked({ image_size: '1x2' }), asked({ size: '1x2' }), asked({ size: '1x2', image_size: '1x2' })]).toEqual(['1x2', '1x2', '1x2'])
    expect(asked({ size: '1x2', image_size: '9x9' })).toBe('image_size')
  })

  it('of sound is held for by its size in JSON, and refused where it is only linked', () => {
    const given = JSON.stringify({ model: 'whisper-1', file: 'x'.repeat(640) })
    expect(given.length).toBe(671)
    const parsed = parseJsonTask('audio/transcriptions', given)
    // Three quarters of 671 bytes, at 16 a millisecond.
    expect(parsed.ok && parsed.value.fixedUsage).toMatchObject({ input: 32, unit: 'millisecond' })
    for (const name of ['url', 'file']) {
      expect(problemOf(parseJsonTask('audio/translations', JSON.stringify({ [name]: ' HTTPS://x.test/long.mp3' })))).toBe(name)
      const { contentType, body } = form({ model: 'whisper-1', [name]: 'http://x.test/long.mp3' }, new Uint8Array(3))
      expect(problemOf(parseFormTask('audio/transcriptions', contentType, body))).toBe(name)
    }
  })

  it('costs pictures by size and quality', () => {
    const usage = (body: object) => {
      const parsed = parseJsonTask('images/generations', JSON.stringify({ prompt: 'p', ...body }))
      return parsed.ok ? parsed.value.fixedUsage?.input : undefined
    }
    expect(usage({})).toBe(1250)
    expect(usage({ model: 'dall-e-3', size: '1792x1024', quality: 'hd' })).toBe(3000)
    expect(usage({ model: 'cogview-3', n: 2 })).toBe(2000)
    expect(problemOf(parseJsonTask('images/generations', '{"prompt":"p","size":"1x1"}'))).toBe('size')
  })

  it('tells the size, the quality and the number of pictures as they were asked for', () => {
    const asked = (body: object) => {
      const parsed = parseJsonTask('images/generations', JSON.stringify({ prompt: 'p', ...body }))
      return parsed.ok ? parsed.value.fixedUsage?.picture : undefined
    }
    expect(asked({})).toEqual({ size: '1024x1024', quality: 'standard', count: 1 })
    expect(asked({ model: 'dall-e-3', size: '1792x1024', quality: 'hd', n: 4 })).toEqual({ size: '1792x1024', quality: 'hd', count: 4 })
    expect(asked({ model: 'wanx', size: ' 720*1280 ', quality: 'HD' })).toEqual({ size: '720x1280', quality: 'hd', count: 1 })
    expect(asked({ model: 'wanx', size: '9'.repeat(33), quality: 7 })).toEqual({ size: '', quality: 'standard', count: 1 })
    const { contentType, body } = form({ model: 'dall-e-2', size: '512x512', n: '2' }, new Uint8Array(3))
    const edited = parseFormTask('images/edits', contentType, body)
    expect(edited.ok && edited.value.fixedUsage).toMatchObject({ input: 2250, picture: { size: '512x512', quality: 'standard', count: 2 } })
  })

  it('counts speech by characters', () => {
    const parsed = parseJsonTask('audio/speech', JSON.stringify({ model: 'tts-1', input: '你好🙂' }))
    expect(parsed).toMatchObject({ ok: true, value: { fixedUsage: { input: 3, unit: 'character' } } })
    expect(problemOf(parseJsonTask('audio/speech', JSON.stringify({ model: 'tts-1', input: 'x'.repeat(4097) })))).toBe('input')
    expect(problemOf(parseJsonTask('audio/speech', JSON.stringify({ model: 'tts-1', input: ['two', 'texts'] })))).toBe('input')
  })
})

describe('usage of a task', () => {
  it('is read in every form the wire has', () => {
    expect(usageOfTaskReply({ usage: { prompt_tokens: 5, total_tokens: 5 } })).toMatchObject({ input: 5, output: 0 })
    expect(usageOfTaskReply({ usage: { total_tokens: 9 } })).toMatchObject({ input: 9 })
    expect(usageOfTaskReply({ usage: { input_tokens: 3, output_tokens: 4 } })).toMatchObject({ input: 3, output: 4 })
    expect(usageOfTaskReply({ usage: { type: 'duration', seconds: 1.5 } })).toMatchObject({ input: 1500, unit: 'millisecond' })
    expect(usageOfTaskReply({ duration: 2, text: 'x' })).toMatchObject({ input: 2000, unit: 'millisecond' })
    expect(usageOfTaskReply({ text: 'x' })).toBeUndefined()
  })
})

describe('vectors', () => {
  const asked = (format: string | undefined, embedding: unknown) => {
    const call = {
      task: 'embeddings',
      model: 'm',
      isStream: false,
      form: undefined,
      rawBody: '',
      body: { encoding_format: format },
    } as const
    const reply = { object: 'list', data: [{ index: 0, embedding }], usage: { total_tokens: 3 } }
    const told = inAskedFormat(reply, call)
    return told === reply ? 'the same' : told
  }

  it('come in the form that was asked for', () => {
    // The numbers 1 and 2 as 32 bits each, the lowest byte first.
    expect(asked('base64', [1, 2])).toEqual({ object: 'list', data: [{ index: 0, embedding: 'AACAPwAAAEA=' }], usage: { total_tokens: 3 } })
    expect(asked('float', 'AACAPwAAAEA=')).toMatchObject({ data: [{ index: 0, embedding: [1, 2] }] })
  })

  it('stay as they are where they are in it, or where none was named', () => {
    expect([
      asked('base64', 'AACAPw=='),
      asked('float', [1]),
      asked(undefined, [1]),
      asked(undefined, 'AACAPw=='),
      asked('base64', ['x']),
    ]).toEqual(['the same', 'the same', 'the same', 'the same', 'the same'])
  })
})
