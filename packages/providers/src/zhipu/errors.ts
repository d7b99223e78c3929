import { failedWith, type WireFailure } from '@weir/dialects/model/event'
import { STATUS_OF_ANSWERS, type UpstreamFault } from '@weir/dialects/model/fault'
import { wordTable } from '@weir/dialects/word-table'
import { classifyOpenaiError } from '../kit/openai-wire.ts'
import { refusalCodeBy } from '../kit/refusal-codes.ts'

const fault = (name: UpstreamFault, ...codes: readonly number[]): Readonly<Record<string, UpstreamFault>> =>
  Object.fromEntries(codes.map((code) => [String(code), name]))

/** The numbers of this provider. Arrears (1113) come with status 429, so the status alone would mislead. */
export const faultCodes = wordTable<UpstreamFault>({
  ...fault('bad-credential', 1000, 1001, 1002, 1003, 1004, 1110, 1111, 1112, 1121),
  ...fault('out-of-credit', 1113, 1309),
  ...fault('forbidden', 1220, 1311),
  ...fault('not-found', 1211),
  ...fault('bad-request', 1210, 1212, 1213, 1214, 1215, 1261, 1301),
  ...fault('rate-limited', 1302, 1303, 1304, 1305, 1308, 1310, 1312, 1313),
  ...fault('broken', 1120, 1230, 1234),
})

export const refusalCode = refusalCodeBy({ filtered: /^1301$/, tooLong: /^1261$/ })

/** An error that came with status 200. */
export const legacyFailure = (body: string, message: string): { readonly ok: false; readonly failure: WireFailure } =>
  failedWith(classifyOpenaiError(faultCodes)(STATUS_OF_ANSWERS, body), message, refusalCode(STATUS_OF_ANSWERS, body))
