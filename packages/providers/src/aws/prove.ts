import type { AwsCredential } from './credential.ts'
import { signRequest, type SignedRequest } from './sign.ts'

/** The headers of a request with the proof that it is ours. */
export const provenHeaders = (
  request: SignedRequest,
  credential: AwsCredential,
  scope: { readonly service: string; readonly now: number },
): Readonly<Record<string, string>> =>
  credential.kind === 'api-key'
    ? { ...request.headers, authorization: `Bearer ${credential.apiKey}` }
    : signRequest(request, { ...credential, ...scope })
