import { describe, expect, it } from 'bun:test'
import { newSeal, openersOf } from './sealing.ts'

const RECIPIENT = 'age1w7j9d2dwh3rfl32t8lgz7qhfeh0e2kejnn8ps5pp6vzcy6crhgusprvwte'
const PHRASE = 'from the environment'

const never = (question: string): Promise<string> => Promise.reject(new Error(`asked: ${question}`))
const answering = (answer: string) => {
  const questions: string[] = []
  const ask = (question: string): Promise<string> => {
    questions.push(question)
    return Promise.resolve(answer)
  }
  return { questions, ask }
}
const keyOf = async (
  environment: Partial<Parameters<typeof newSeal>[0]>,
  wish: Partial<Parameters<typeof newSeal>[1]> = {},
): Promise<string | undefined> =>
  (await newSeal({ backupPassphrase: '', backupRecipients: [], ...environment }, { recipients: [], isAsked: false, ask: never, ...wish }))
    ?.key

describe('a new backup', () => {
  it('is encrypted as the environment says, to keys of age before a passphrase, and else not at all', async () => {
    expect(await keyOf({})).toBeUndefined()
    expect(await keyOf({ backupPassphrase: PHRASE })).toBe('the passphrase')
    expect(await keyOf({ backupPassphrase: PHRASE, backupRecipients: [RECIPIENT] })).toBe('the age key')
  })

  it('is encrypted as the command says, whatever the environment does', async () => {
    const { ask, questions } = answering('twelve chars')
    expect(await keyOf({ backupPassphrase: PHRASE }, { recipients: [RECIPIENT] })).toBe('the age key')
    expect(await keyOf({ backupPassphrase: PHRASE, backupRecipients: [RECIPIENT] }, { isAsked: true, ask })).toBe('the passphrase')
    expect(questions).toEqual(['Passphrase for the backup: '])
  })

  it('takes a passphrase of twelve characters and none of eleven', async () => {
    expect(await keyOf({}, { isAsked: true, ask: answering('twelve chars').ask })).toBe('the passphrase')
    const short = await keyOf({}, { isAsked: true, ask: answering('eleven char').ask }).catch(String)
    expect(short).toBe('CommandError: the passphrase has 11 characters: take at least 12')
  })
})

describe('a backup that is there', () => {
  it('is opened by the passphrase of the environment, or by one that a person is asked for', async () => {
    const { ask, questions } = answering(PHRASE)
    await openersOf({ backupPassphrase: PHRASE }, { ask: never, identity: undefined }).byPassphrase()
    await openersOf({ backupPassphrase: '' }, { ask, identity: undefined }).byPassphrase()
    expect(questions).toEqual(['Passphrase of the backup: '])
  })

  it('tells how to name the key of age that it needs', async () => {
    const opened = openersOf({ backupPassphrase: PHRASE }, { ask: never, identity: undefined }).byIdentity()
    expect(await Promise.resolve(opened).then(() => 'opened', String)).toBe(
      'CommandError: the backup is encrypted to a key of age: add --identity <file>, the file that age-keygen wrote',
    )
  })
})
