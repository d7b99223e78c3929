type Fields = Readonly<Record<string, string | number | boolean | undefined>>

/** JSON leaves some signs alone that end a line or steer a terminal. */
const STEERING = /[\u007f-\u009f\u2028\u2029]/g

const quote = (text: string): string =>
  JSON.stringify(text).replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const render = (fields: Fields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? quote(value) : String(value)}`)
    .join('')

let output: NodeJS.WriteStream = process.stdout

/** The result of a command stands alone in its output: until it is disposed of, lines go elsewhere. */
export const logApart = (): Disposable => {
  const before = output
  output = process.stderr
  return { [Symbol.dispose]: () => void (output = before) }
}

type TraceIdOf = (requestId: string) => string | undefined

let traceIdOf: TraceIdOf | undefined

/** Said once at the start, where requests are traced: from then on every line that names a request names its trace. */
export const setTraceIds = (lookup: TraceIdOf | undefined): void => {
  traceIdOf = lookup
}

const traceOf = ({ requestId }: Fields): Fields =>
  traceIdOf === undefined || typeof requestId !== 'string' ? {} : { trace_id: traceIdOf(requestId) }

const write = (level: string, message: string, fields: Fields): void => {
  output.write(`${new Date().toISOString()} ${level} ${message}${render(fields)}${render(traceOf(fields))}\n`)
}

export const LOG_LEVELS = ['debug', 'info', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

let least: LogLevel = 'info'

/** Said once at the start; the log is the one thing that every part of the process shares. */
export const setLogLevel = (level: LogLevel): void => {
  least = level
}

/** One line a record. Values are quoted, so that nothing a caller sends can forge a line. */
export const log = {
  isDebug: (): boolean => least === 'debug',
  debug: (message: string, fields: Fields = {}): void => {
    if (least === 'debug') write('debug', message, fields)
  },
  info: (message: string, fields: Fields = {}): void => {
    if (least !== 'error') write('info', message, fields)
  },
  error: (message: string, fields: Fields = {}): void => write('error', message, fields),
}

/** The place and kind of a fault. Messages of foreign errors may carry secrets or what a caller sent, so only ours are printed. */
export const describeError = (error: unknown): Fields => {
  if (!(error instanceof Error)) return { error: typeof error }
  const place = error.stack
    ?.split('\n')
    .find((line) => /^\s+at /.test(line))
    ?.trim()
  return { error: error.name, ...(place !== undefined && { place }) }
}
