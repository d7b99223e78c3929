import { Refusal } from '@weir/contract/errors'
import type { addPasskey, askAnyPasskey, offerPasskey, passkeyLogin } from '@weir/contract/sign-in/passkey'
import type { DataOf, HandlerInput } from '@weir/contract/endpoint'
import { parseJson, textAt } from '@weir/dialects/json'
import type { ChallengeBinding, PasskeyChallenges } from '@weir/store/repositories/sign-in/passkey-challenges'
import type { NewPasskey, Passkey, Passkeys } from '@weir/store/repositories/sign-in/passkeys'
import { newSecretId } from '../net/random-text.ts'
import type { Settings } from '../settings/settings.ts'
import type { Actor } from './actor.ts'
import { passkeySite, type PasskeySite } from './passkey-site.ts'

/** Loaded with the first passkey: it takes a tenth of a second. */
const verifier = () => import('@simplewebauthn/server')

export type CreatedCredential = HandlerInput<typeof addPasskey>['body']['credential']
export type ShownCredential = HandlerInput<typeof passkeyLogin>['body']['credential']

interface Dependencies {
  readonly passkeys: Passkeys
  readonly challenges: PasskeyChallenges
  readonly settings: () => Settings
}

/** Ed25519, ECDSA with P-256, RSA: what authenticators make, and the same on every node. */
const ALGORITHMS = [-8, -7, -257]
/** Not longer than the server keeps the challenge. */
const TIMEOUT_MS = 300_000

/** A call of a browser: who it is bound to, and the host in its address line. */
export interface Ceremony {
  readonly binding: ChallengeBinding
  readonly host: string
}

export interface PasskeyCeremonies {
  offer(actor: Actor, ceremony: Ceremony): Promise<DataOf<typeof offerPasskey>>
  /** What is to be stored; nothing is stored yet. */
  readCreated(credential: CreatedCredential, ceremony: Ceremony): Promise<Omit<NewPasskey, 'userId' | 'name'>>
  /** With an empty list the browser lets its owner choose among all it knows for this site. */
  ask(own: readonly Passkey[], ceremony: Ceremony): Promise<DataOf<typeof askAnyPasskey>>
  /** The passkey that was shown, with the counter of this very use, still to be booked by `use`. */
  readShown(credential: ShownCredential, ceremony: Ceremony): Promise<Passkey>
}

/** Of a session, whole or half. */
export const sessionBinding = (purpose: 'add' | 'show', { id, session }: Actor): ChallengeBinding => ({
  purpose,
  holder: session?.idHash ?? '',
  userId: id,
})

const PUBLIC_KEY = { type: 'public-key' } as const

const described = ({ credentialId, transports }: Passkey) => ({ ...PUBLIC_KEY, id: credentialId, transports: [...transports] })

const toBytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'))

/** Every failure of the library is a verdict on what the caller sent. */
const unlessRefused = async <T>(verdict: Promise<T>): Promise<T> => {
  try {
    return await verdict
  } catch {
    throw new Refusal('wrong-passkey')
  }
}

export const createPasskeyCeremonies = ({ passkeys, challenges, settings }: Dependencies): PasskeyCeremonies => {
  const newChallenge = async (binding: ChallengeBinding): Promise<string> => {
    const challenge = newSecretId()
    await challenges.add(challenge, binding)
    return challenge
  }

  /** The challenge is used up whatever the rest of the answer is worth, and outside of the library: our own faults must not look like a verdict. */
  const takeChallenge = async (clientDataJson: string, { binding, host }: Ceremony): Promise<PasskeySite & { challenge: string }> => {
    const clientData = parseJson(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    const challenge = textAt(clientData, 'challenge') ?? ''
    if (!(await challenges.take(challenge, binding))) throw new Refusal('wrong-passkey')
    const site = passkeySite(settings(), host)
    const origin = textAt(clientData, 'origin') ?? ''
    if (!site.origins.includes(origin)) {
      throw new Refusal('passkey-origin', { origin: origin.slice(0, 200), expected: site.origins[0] ?? '' })
    }
    return { ...site, challenge }
  }

  return {
    async offer({ id, username }, { binding, host }) {
      const { rpId } = passkeySite(settings(), host)
      return {
        challenge: await newChallenge(binding),
        rp: { id: rpId, name: settings().text('SystemName') },
        user: { id: passkeys.handleOf(id), name: username, displayName: username },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ ...PUBLIC_KEY, alg })),
        timeout: TIMEOUT_MS,
        attestation: 'none',
        excludeCredentials: (await passkeys.list(id)).map(described),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      }
    },
    async readCreated(credential, ceremony) {
      const { rpId, origins, challenge } = await takeChallenge(credential.response.clientDataJSON, ceremony)
      const { verifyRegistrationResponse } = await verifier()
      const { verified, registrationInfo } = await unlessRefused(
        verifyRegistrationResponse({
          response: { ...credential, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: [...origins],
          expectedRPID: rpId,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      )
      if (!verified) throw new Refusal('wrong-passkey')
      const { id, publicKey, counter } = registrationInfo.credential
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: credential.response.transports,
      }
    },
    async ask(own, { binding, host }) {
      const { rpId } = passkeySite(settings(), host)
      const challenge = await newChallenge(binding)
      return { challenge, rpId, timeout: TIMEOUT_MS, userVerification: 'required', allowCredentials: own.map(described) }
    },
    async readShown(credential, ceremony) {
      const { rpId, origins, challenge } = await takeChallenge(credential.response.clientDataJSON, ceremony)
      const passkey = await passkeys.find(credential.id)
      if (passkey === undefined) throw new Refusal('wrong-passkey')
      const { userHandle, ...response } = credential.response
      const { verifyAuthenticationResponse } = await verifier()
      const { verified, authenticationInfo } = await unlessRefused(
        verifyAuthenticationResponse({
          response: { ...credential, response, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: [...origins],
          expectedRPID: rpId,
          credential: { id: passkey.credentialId, publicKey: toBytes(passkey.publicKey), counter: passkey.counter },
        }),
      )
      const { userId } = ceremony.binding
      // Where nobody has said who they are, the authenticator must; a handle that is there is always the owner's.
      const isOwner = userId === 0 ? userHandle === passkeys.handleOf(passkey.userId) : passkey.userId === userId
      if (!verified || !isOwner) throw new Refusal('wrong-passkey')
      return { ...passkey, counter: authenticationInfo.newCounter }
    },
  }
}
