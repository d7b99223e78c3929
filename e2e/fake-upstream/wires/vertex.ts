import { generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import { z } from 'zod'
import { claudeFields, toolsWithSearch } from './anthropic-schema.ts'
import { askedOfClaude, claudeEvents, claudeReply, mannerOf } from './anthropic.ts'
import { GEMINI_ANSWERS, askedOfGemini, geminiBody, geminiReply, geminiStream, googleError } from './gemini.ts'
import { EVENT_STREAM, demand, demandPath, readJson, scripted, serveNative, streamOf, type NativeFake } from '../native-server.ts'

const PROJECT = 'weir-project'
const EMAIL = 'gateway@weir-project.iam.gserviceaccount.com'
const KEY_ID = 'key-1'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const HOUR_SECONDS = 3600
const PATIENCE_SECONDS = 300

const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const known = newPair()
const stranger = newPair()

const accountWith = (pair: ReturnType<typeof newPair>, url: string): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: PROJECT,
    private_key_id: KEY_ID,
    private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: EMAIL,
    token_uri: `${url}/token`,
  })

/** The account the fake knows, and one of the same name that somebody else made. */
export const vertexAccounts = ({ url }: NativeFake) => ({ key: accountWith(known, url), wrongKey: accountWith(stranger, url) })

const header = z.strictObject({ alg: z.literal('RS256'), typ: z.literal('JWT'), kid: z.literal(KEY_ID) })
const claims = z.strictObject({
  iss: z.literal(EMAIL),
  sub: z.literal(EMAIL).optional(),
  scope: z.literal(SCOPE),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
})
const form = z.strictObject({ grant_type: z.literal(GRANT), assertion: z.string().regex(/^[\w-]+\.[\w-]+\.[\w-]+$/) })

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

const checkAssertion = (assertion: string, audience: string): void => {
  const [head = '', payload = '', signature = ''] = assertion.split('.')
  header.parse(decoded(head))
  const { aud, iat, exp } = claims.parse(decoded(payload))
  const now = Date.now() / 1000
  demand(aud === audience, 400, 'Invalid JWT: wrong audience')
  demand(
    Math.abs(now - iat) < PATIENCE_SECONDS && exp > now && exp - iat <= HOUR_SECONDS,
    400,
    'Invalid JWT: Token must be a short-lived token',
  )
  const isSigned = verify('RSA-SHA256', Buffer.from(`${head}.${payload}`), known.publicKey, Buffer.from(signature, 'base64url'))
  demand(isSigned, 400, 'Invalid JWT Signature.')
}

const claudeBody = z.strictObject({
  ...claudeFields,
  tools: toolsWithSearch,
  anthropic_version: z.literal('vertex-2023-10-16'),
  stream: z.boolean().optional(),
})

const claudeAnswer = async (request: Request, model: string, method: string): Promise<Response> => {
  const { anthropic_version: _, stream, ...fields } = await readJson(request, claudeBody)
  demand((stream === true) === (method === 'streamRawPredict'), 400, 'stream does not fit the method')
  const [answer, manner] = [scripted(askedOfClaude(fields)), mannerOf(fields)]
  const betas = request.headers.get('anthropic-beta') ?? ''
  demand(!manner.searches || betas.includes('web-search-2025-03-05'), 400, 'tools: web_search needs the beta web-search-2025-03-05')
  if (stream !== true) return Response.json(claudeReply(answer, model, manner))
  return streamOf(
    claudeEvents(answer, model, manner).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
    EVENT_STREAM,
  )
}

const ADDRESS = new RegExp(
  `^/v1/projects/${PROJECT}/locations/us-central1/publishers/(?:google/models/([\\w.-]+):(generateContent|streamGenerateContent\\?alt=sse|countTokens)|anthropic/models/([\\w.@-]+):(rawPredict|streamRawPredict))$`,
)

/** Google's Vertex AI: a signed statement is exchanged for a token, and only the token opens the models. */
export const openVertex = (): NativeFake => {
  const tokens = new Set<string>()
  const giveToken = async (request: Request): Promise<Response> => {
    const { assertion } = form.parse(Object.fromEntries(new URLSearchParams(await request.text())))
    checkAssertion(assertion, request.url)
    const token = `ya29.${randomUUID()}`
    tokens.add(token)
    return Response.json({ access_token: token, expires_in: HOUR_SECONDS, token_type: 'Bearer' })
  }
  return serveNative({
    answer: async (request) => {
      if (new URL(request.url).pathname === '/token') return await giveToken(request)
      const [, model = '', method, claude = '', claudeMethod] = demandPath(request, ADDRESS)
      demand(
        tokens.has((request.headers.get('authorization') ?? '').replace(/^Bearer /, '')),
        401,
        'Request had invalid authentication credentials.',
      )
      if (claudeMethod !== undefined) return await claudeAnswer(request, claude, claudeMethod)
      const asked = await readJson(request, geminiBody)
      if (method === 'countTokens') return Response.json({ totalTokens: GEMINI_ANSWERS.totalTokens })
      const answer = scripted(askedOfGemini(asked))
      return (method === 'generateContent' ? geminiReply : geminiStream)(answer, model)
    },
    refuse: googleError,
  })
}
