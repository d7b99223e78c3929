/** What a variable of one-api or new-api means here. Somebody who moves an installation sets them and expects something of them. */
const NOTES: Readonly<Record<string, string>> = {
  THEME: 'no effect: there is one console, which follows the light or dark theme of the browser',
  FRONTEND_BASE_URL: 'no effect: every node serves the console itself',
  MEMORY_CACHE_ENABLED: 'no effect: channels and tokens are always kept in memory and are never older than the database',
  SYNC_FREQUENCY: 'no effect: nodes see a change at once or within a second',
  BATCH_UPDATE_ENABLED: 'no effect: charges are always written in groups, and none is lost at a crash',
  BATCH_UPDATE_INTERVAL: 'no effect: charges are written as soon as the database takes them',
  SQLITE_BUSY_TIMEOUT: 'no effect: writers wait for each other by themselves',
  SQL_MAX_IDLE_CONNS: 'no effect: the number of connections is fixed',
  SQL_MAX_OPEN_CONNS: 'no effect: the number of connections is fixed',
  SQL_MAX_LIFETIME: 'no effect: broken connections are replaced by themselves',
  REDIS_PASSWORD: 'no effect: write the password into REDIS_CONN_STRING',
  REDIS_MASTER_NAME: 'no effect: Redis Sentinel is not supported',
  CHANNEL_UPDATE_FREQUENCY: 'no effect: balances are refreshed by the button in the console or GET /api/channel/update_balance',
  USER_CONTENT_REQUEST_PROXY: 'no effect: this server fetches no pictures',
  USER_CONTENT_REQUEST_TIMEOUT: 'no effect: this server fetches no pictures',
  TIKTOKEN_CACHE_DIR: 'no effect: the tables of the tokenizer are part of the program',
  DATA_GYM_CACHE_DIR: 'no effect: the tables of the tokenizer are part of the program',
  GEMINI_SAFETY_SETTING: 'no effect: the provider decides',
  GEMINI_VERSION: 'no effect: the version is fixed',
  ENABLE_METRIC: 'no effect: a channel that keeps failing rests by itself, and is switched off where the options say so',
  METRIC_QUEUE_SIZE: 'no effect: see ENABLE_METRIC',
  METRIC_SUCCESS_RATE_THRESHOLD: 'no effect: see ENABLE_METRIC',
  METRIC_SUCCESS_CHAN_SIZE: 'no effect: see ENABLE_METRIC',
  METRIC_FAIL_CHAN_SIZE: 'no effect: see ENABLE_METRIC',
  ENFORCE_INCLUDE_USAGE: 'no effect: figures of usage are always asked for',
  FORCE_STREAM_OPTION: 'no effect: figures of usage are always asked for',
  TEST_PROMPT: 'no effect: a test asks a short question of its own',
  DEBUG: 'no effect: set LOG_LEVEL=debug; rate limits stay on',
  DEBUG_SQL: 'no effect: statements are not logged',
  GIN_MODE: 'no effect',
  ONLY_ONE_LOG_FILE: 'no effect: the log goes to the standard output',
  ERROR_LOG_ENABLED: 'no effect: errors are always logged',
  STREAMING_TIMEOUT: 'no effect: set STREAM_IDLE_TIMEOUT',
  CRYPTO_SECRET: 'no effect: secrets are sealed with the root key, see SESSION_SECRET and SECRET_KEY_FILE',
  GENERATE_DEFAULT_TOKEN: 'no effect: every account begins with a token',
  GET_MEDIA_TOKEN: 'no effect: media are charged by what the provider reports',
  GET_MEDIA_TOKEN_NOT_STREAM: 'no effect: media are charged by what the provider reports',
  UPDATE_TASK: 'no effect: there are no tasks that run on',
  MAX_FILE_DOWNLOAD_MB: 'no effect: this server fetches no files',
  AZURE_DEFAULT_API_VERSION: 'no effect: write the version into the channel',
  GLOBAL_API_RATE_LIMIT_ENABLE: 'no effect: set GLOBAL_API_RATE_LIMIT=0 to turn the limit off',
  GLOBAL_WEB_RATE_LIMIT_ENABLE: 'no effect: set GLOBAL_WEB_RATE_LIMIT=0 to turn the limit off',
}

/** The value in the example of one-api, which stands there for none. */
export const EXAMPLE_SECRET = 'random_string'

export interface VariableNote {
  readonly variable: string
  readonly meaning: string
}

/** One note for each variable of the family that is set and would otherwise be ignored in silence. */
export const familyNotes = (environment: Readonly<Record<string, string | undefined>>): readonly VariableNote[] => [
  ...Object.entries(NOTES)
    .filter(([variable]) => (environment[variable] ?? '') !== '')
    .map(([variable, meaning]) => ({ variable, meaning })),
  ...(environment['SESSION_SECRET'] === EXAMPLE_SECRET
    ? [{ variable: 'SESSION_SECRET', meaning: 'taken as not set: random_string is the example of one-api and no secret' }]
    : []),
  ...(environment['RELAY_TIMEOUT'] === '0'
    ? [{ variable: 'RELAY_TIMEOUT', meaning: 'no limit: a call waits for a silent upstream until the caller leaves' }]
    : []),
  ...(environment['STREAM_IDLE_TIMEOUT'] === '0'
    ? [{ variable: 'STREAM_IDLE_TIMEOUT', meaning: 'no limit: a stream that falls silent stays open until the caller leaves' }]
    : []),
]
