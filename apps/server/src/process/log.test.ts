import { afterEach, describe, expect, it, spyOn } from 'bun:test'
import { log, setTraceIds } from './log.ts'

const write = spyOn(process.stdout, 'write')
afterEach(() => write.mockReset())

describe('IN-18 a record of the log', () => {
  it('is one line, whatever a caller has put into it', () => {
    write.mockReturnValue(true)
    const ESC = String.fromCharCode(27)
    const CSI = String.fromCharCode(0x9b)
    const separators = String.fromCharCode(0x2028, 0x2029, 0x85)
    const values = [
      'a\nerror forged=1',
      'a\r\nb',
      `${ESC}[2J${ESC}[31m`,
      `${CSI}2J`,
      `a${separators}b`,
      '"quoted" \\',
      'del\u007f',
      '中文 🙂',
    ]
    for (const value of values) {
      write.mockClear()
      log.info('relayed', { path: value })
      const printed = write.mock.calls.map(([text]) => String(text)).join('')
      // oxlint-disable-next-line no-control-regex -- what must not be there is what is looked for
      expect(printed.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
      expect(printed.endsWith('\n')).toBe(true)
    }
    expect(write.mock.calls.at(-1)?.[0]).toContain('path="中文 🙂"')
  })
})

describe('a line that names a request', () => {
  afterEach(() => setTraceIds(undefined))

  const printed = (fields: Record<string, string>): string => {
    write.mockReset()
    write.mockReturnValue(true)
    log.error('request failed', fields)
    return String(write.mock.calls[0]?.[0])
  }

  it('names its trace where requests are traced', () => {
    setTraceIds((requestId) => (requestId === 'r1' ? 'abc' : undefined))
    expect(printed({ requestId: 'r1' })).toEndWith(' error request failed requestId="r1" trace_id="abc"\n')
    expect(printed({ requestId: 'r2' })).toEndWith(' error request failed requestId="r2"\n')
    expect(printed({ place: 'r1' })).toEndWith(' error request failed place="r1"\n')
  })

  it('names none where they are not', () => {
    expect(printed({ requestId: 'r1' })).toEndWith(' error request failed requestId="r1"\n')
  })
})
