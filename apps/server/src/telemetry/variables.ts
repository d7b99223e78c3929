import { z } from 'zod'
import { SAMPLERS, type SamplerName } from './sampler.ts'

/** `name=value` pairs, the values as in a URL. */
const pairs = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((pair) => pair.trim() !== ''))
  .refine((list) => list.every((pair) => /^\s*[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*=[\t\u0020-\u007e]*$/.test(pair) && isDecodable(pair)))

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const PROTOCOLS = ['http/protobuf', 'http/json'] as const

/** Variables of OpenTelemetry, with the names and defaults that its specification gives them. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    allowed: 'empty (off), or an http:// or https:// address',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: { schema: z.enum(PROTOCOLS).default('http/protobuf'), allowed: PROTOCOLS.join(' or ') },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: pairs,
    allowed: 'name=value pairs separated by commas, values encoded as in a URL',
    isSecret: true,
  },
  OTEL_SERVICE_NAME: { schema: z.string().min(1).default('weir'), allowed: 'a name' },
  OTEL_TRACES_SAMPLER: { schema: z.enum(SAMPLERS).default('parentbased_always_on'), allowed: SAMPLERS.join(', ') },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/)
      .transform(Number)
      .default(1),
    allowed: 'a share from 0 to 1',
  },
  OTEL_METRICS_EXPORTER: { schema: z.enum(['otlp', 'none']).default('otlp'), allowed: 'otlp or none' },
} as const

type Values = { readonly [K in keyof typeof telemetryVariables]: z.output<(typeof telemetryVariables)[K]['schema']> }

export interface TelemetryConfig {
  /** Without a slash at the end. Empty: nothing is traced. */
  readonly endpoint: string
  readonly protocol: (typeof PROTOCOLS)[number]
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly sampler: SamplerName
  readonly ratio: number
  readonly sendsMetrics: boolean
}

const headersOf = (list: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    list.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim().toLowerCase(), decodeURIComponent(value.join('=').trim())]
    }),
  )

export const telemetryOf = (values: Values): TelemetryConfig => ({
  endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
  protocol: values.OTEL_EXPORTER_OTLP_PROTOCOL,
  headers: headersOf(values.OTEL_EXPORTER_OTLP_HEADERS),
  serviceName: values.OTEL_SERVICE_NAME,
  sampler: values.OTEL_TRACES_SAMPLER,
  ratio: values.OTEL_TRACES_SAMPLER_ARG,
  sendsMetrics: values.OTEL_METRICS_EXPORTER === 'otlp',
})
