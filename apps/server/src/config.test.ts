import { describe, expect, it } from 'bun:test'
import { resolve } from 'node:path'
import { readConfig } from './config.ts'

describe('settings from the environment', () => {
  it('have these defaults', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '0.0.0.0',
      dataDir: resolve('data'),
      dsn: '',
      sqlitePath: resolve('data/weir.db'),
      logDsn: '',
      secretKeyFile: resolve('data/secret.key'),
      sessionSecret: '',
      nextSessionSecret: '',
      initialRootPassword: '',
      initialRootToken: '',
      initialRootAccessToken: '',
      redisUrl: '',
      limits: { api: 480, web: 240, critical: 20 },
      services: {
        githubBase: 'https://github.com',
        githubApi: 'https://api.github.com',
        larkBase: 'https://open.feishu.cn',
        larkPassport: 'https://passport.feishu.cn',
        turnstileVerify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      },
      channelSecretsDir: '/run/secrets',
      channelKeys: {},
      secretVariables: {},
      releasesUrl: 'https://api.github.com/repos/weir-gateway/weir/releases/latest',
      trustedProxies: [],
      upstreamDenyCidr: [],
      relayProxy: '',
      trustsAnyCertificate: false,
      firstByteTimeoutMs: 120_000,
      idleTimeoutMs: 60_000,
      maxRequestBytes: 33_554_432,
      load: { requests: 10_000, streams: Infinity, memoryBytes: Infinity },
      drainTimeoutMs: 120_000,
      workers: 1,
      areWorkersCounted: false,
      runsSchedules: true,
      channelTestEveryMs: 0,
      pollingIntervalMs: 0,
      backups: { folder: '', everySeconds: 86_400, keep: 7 },
      backupPassphrase: '',
      backupRecipients: [],
      metricsToken: '',
      telemetry: {
        endpoint: '',
        protocol: 'http/protobuf',
        headers: {},
        serviceName: 'weir',
        sampler: 'parentbased_always_on',
        ratio: 1,
        sendsMetrics: true,
      },
      logLevel: 'info',
      notes: [],
    })
  })

  it('are taken as given, in the units of the product', () => {
    const config = readConfig({
      DATA_DIR: '/srv/weir',
      SQLITE_PATH: '/srv/other.db',
      SECRET_KEY_FILE: '/srv/other.key',
      RELAY_TIMEOUT: '7',
      STREAM_IDLE_TIMEOUT: '8',
      DRAIN_TIMEOUT: '9',
      MAX_RUNNING_REQUESTS: '0',
      MAX_OPEN_STREAMS: '500',
      MAX_MEMORY_MB: '512',
      CHANNEL_TEST_FREQUENCY: '10',
      POLLING_INTERVAL: '11',
      NODE_TYPE: 'slave',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,',
      WEIR_CHANNEL_MAIN: 'sk-main',
    })
    expect(config).toMatchObject({
      dataDir: '/srv/weir',
      sqlitePath: '/srv/other.db',
      secretKeyFile: '/srv/other.key',
      firstByteTimeoutMs: 7000,
      idleTimeoutMs: 8000,
      drainTimeoutMs: 9000,
      load: { requests: Infinity, streams: 500, memoryBytes: 536_870_912 },
      channelTestEveryMs: 600_000,
      pollingIntervalMs: 11_000,
      runsSchedules: false,
      trustsAnyCertificate: true,
      trustedProxies: ['10.0.0.0/8', '192.0.2.1'],
      channelKeys: { WEIR_CHANNEL_MAIN: 'sk-main' },
    })
    expect(readConfig({ DATA_DIR: '/srv/weir' })).toMatchObject({ sqlitePath: '/srv/weir/weir.db', secretKeyFile: '/srv/weir/secret.key' })
  })

  it.each([
    ['PORT', ['1', '65535'], ['0', '65536', '3000x', '-1', '']],
    ['GLOBAL_API_RATE_LIMIT', ['0', '1000000'], ['1000001']],
    ['GLOBAL_WEB_RATE_LIMIT', ['0', '1000000'], ['1000001']],
    ['CRITICAL_RATE_LIMIT', ['0', '1000000'], ['1000001']],
    ['RELAY_TIMEOUT', ['0', '3600'], ['-1', '3601']],
    ['STREAM_IDLE_TIMEOUT', ['0', '3600'], ['-1', '3601']],
    ['MAX_REQUEST_BYTES', ['1024', '1073741824'], ['1023', '1073741825']],
    ['DRAIN_TIMEOUT', ['0', '3600'], ['3601']],
    ['MAX_RUNNING_REQUESTS', ['0', '1000000'], ['-1', '1000001']],
    ['MAX_OPEN_STREAMS', ['0', '1000000'], ['-1', '1000001']],
    ['MAX_MEMORY_MB', ['0', '1000000'], ['-1', '1000001', '1GB']],
    ['WORKERS', ['1', '64', 'auto'], ['0', '65', 'Auto', '']],
    ['CHANNEL_TEST_FREQUENCY', ['0', '10080'], ['10081']],
    ['POLLING_INTERVAL', ['0', '3600'], ['3601']],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['', 'http://localhost:4318', 'https://otlp.test/otlp/'], ['localhost:4318', 'grpc://otlp']],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json', 'http/protobuf'], ['grpc', '']],
    ['OTEL_EXPORTER_OTLP_HEADERS', ['', 'api-key=a%20b', 'a=1,b=2'], ['api-key', '=x', 'a=%zz', 'a b=c', 'a=1\nb: 2']],
    ['OTEL_SERVICE_NAME', ['gateway'], ['']],
    ['OTEL_TRACES_SAMPLER', ['always_off', 'parentbased_traceidratio'], ['jaeger_remote', '']],
    ['OTEL_TRACES_SAMPLER_ARG', ['0', '0.25', '1', '1.0'], ['-1', '1.1', 'half', '']],
    ['OTEL_METRICS_EXPORTER', ['otlp', 'none'], ['prometheus']],
    ['LOG_LEVEL', ['debug', 'info', 'error'], ['warn', '']],
    ['NODE_TYPE', ['master', 'slave'], ['node']],
    ['NODE_TLS_REJECT_UNAUTHORIZED', ['0', '1'], ['2', 'false']],
    ['SESSION_SECRET', ['', 'x'.repeat(32)], ['x'.repeat(31)]],
    ['SESSION_SECRET_NEXT', ['', 'x'.repeat(32)], ['x'.repeat(31)]],
    ['INITIAL_ROOT_TOKEN', ['', 'a'.repeat(16), 'a'.repeat(120)], ['a'.repeat(15), 'a'.repeat(121)]],
    ['INITIAL_ROOT_ACCESS_TOKEN', ['', 'a'.repeat(16), 'a'.repeat(200)], ['a'.repeat(15), 'a'.repeat(201)]],
    ['BACKUP_EVERY', ['1', '744'], ['0', '745', 'daily']],
    ['BACKUP_KEEP', ['1', '1000'], ['0', '1001']],
    ['BACKUP_PASSPHRASE', ['', 'a'.repeat(12)], ['a'.repeat(11)]],
    ['BACKUP_AGE', ['', 'age1x', 'age1x,age1y'], ['x', 'AGE-SECRET-KEY-1X', 'age1x,']],
    ['METRICS_TOKEN', ['', 'a'.repeat(16), 'a'.repeat(200)], ['a'.repeat(15), 'a'.repeat(201)]],
    ['UPSTREAM_DENY_CIDR', ['', '10.0.0.0/8,fd00::/8'], ['10.0.0.0/8,somewhere']],
    ['TRUSTED_PROXIES', ['', '10.0.0.0/8'], ['somewhere,10.0.0.0/8']],
    ['RELAY_PROXY', ['', 'http://proxy:3128', 'https://proxy'], ['socks5://proxy']],
    ['REDIS_CONN_STRING', ['', 'redis://cache', 'rediss://cache:6380/1'], ['cache:6379']],
    ['HOST', ['127.0.0.1'], ['']],
  ])('%s takes its limits and nothing beyond', (name, good, bad) => {
    for (const value of good) expect(() => readConfig({ [name]: value })).not.toThrow()
    for (const value of bad) expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it('name the receiver of traces as the variables of OpenTelemetry do', () => {
    const { telemetry } = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.test/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi, x-team = a=b ',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'gateway',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
      OTEL_METRICS_EXPORTER: 'none',
    })
    expect(telemetry).toEqual({
      endpoint: 'https://otlp.test/otlp',
      protocol: 'http/json',
      headers: { authorization: 'Basic YTpi', 'x-team': 'a=b' },
      serviceName: 'gateway',
      sampler: 'traceidratio',
      ratio: 0.1,
      sendsMetrics: false,
    })
  })

  it('start as many workers as there are processors where WORKERS says so, 64 at most', () => {
    expect(readConfig({ WORKERS: 'auto' }, () => 6)).toMatchObject({ workers: 6, areWorkersCounted: true })
    expect(readConfig({ WORKERS: 'auto' }, () => 128)).toMatchObject({ workers: 64, areWorkersCounted: true })
    expect(readConfig({ WORKERS: '3' }, () => 6)).toMatchObject({ workers: 3, areWorkersCounted: false })
  })

  it('are refused in one line with the value and what is allowed', () => {
    expect(() => readConfig({ PORT: '70000' })).toThrow(new Error('PORT="70000" is not usable: a port number from 1 to 65535'))
    expect(() => readConfig({ WORKERS: 'many' })).toThrow(new Error('WORKERS="many" is not usable: processes from 1 to 64, or auto'))
  })

  it.each([
    ['SESSION_SECRET', 'hunter2'],
    ['SESSION_SECRET_NEXT', 'hunter2'],
    ['INITIAL_ROOT_PASSWORD', 'hunter2'],
    ['INITIAL_ROOT_TOKEN', 'hunter2'],
    ['INITIAL_ROOT_ACCESS_TOKEN', 'hunter2'],
    ['REDIS_CONN_STRING', 'http://me:hunter2@cache'],
    ['RELAY_PROXY', 'ftp://me:hunter2@proxy'],
    ['BACKUP_PASSPHRASE', 'hunter2'],
    ['METRICS_TOKEN', 'hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
  ])('are refused without showing what is secret: %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}="***" is not usable: `)
  })
})
