import type { UpstreamFault } from '@weir/dialects/model/fault'
import { wordTable } from '@weir/dialects/word-table'

const FAULTS = wordTable<UpstreamFault>({
  invalid_request_error: 'bad-request',
  context_length_exceeded: 'bad-request',
  content_filter: 'bad-request',
  content_policy_violation: 'bad-request',
  invalid_prompt: 'bad-request',
  bio_policy: 'bad-request',
  invalid_image: 'bad-request',
  invalid_image_format: 'bad-request',
  invalid_image_mode: 'bad-request',
  invalid_image_url: 'bad-request',
  invalid_base64_image: 'bad-request',
  image_content_policy_violation: 'bad-request',
  image_file_not_found: 'bad-request',
  image_file_too_large: 'bad-request',
  image_parse_error: 'bad-request',
  image_too_large: 'bad-request',
  image_too_small: 'bad-request',
  empty_image_file: 'bad-request',
  failed_to_download_image: 'bad-request',
  unsupported_image_media_type: 'bad-request',
  permission_error: 'forbidden',
  model_not_found: 'not-found',
  not_found_error: 'not-found',
  rate_limit_error: 'rate-limited',
  rate_limit_exceeded: 'rate-limited',
  overloaded_error: 'overloaded',
  timeout_error: 'too-slow',
})

/** What an error calls itself inside a reply that looked fine, where no status tells what it is. */
export const faultInWords = (names: readonly string[]): UpstreamFault | undefined =>
  names.map((name) => FAULTS[name]).find((fault) => fault !== undefined)

/** Such an error often carries the status it should have had. */
export const statusInWords = (names: readonly string[]): number | undefined =>
  names.filter((name) => /^[45]\d\d$/.test(name)).map(Number)[0]
