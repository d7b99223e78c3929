import { Refusal } from '@weir/contract/errors'
import { newPassword } from '@weir/contract/user'
import { wordTable } from '@weir/contract/values/word-table'

/** Words that people build passwords from, the product's own among them. Digits and signs around them do not make them rare. */
const COMMON_WORDS = new Set(
  `password passwort passw0rd passwd p@ssword p@ssw0rd pass secret geheim letmein welcome willkommen hello login admin administrator root
  master superuser user username guest default changeme changethis test testing tester temp temporary demo sample example qwerty qwertyui
  qwertyuiop qwertz azerty asdf asdfgh asdfghjk asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc qweasd qweasdzxc qweqwe asdasd zaqxsw
  zaq1xsw2 qaz2wsx 1qaz2wsx 1qazxsw2 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 a1b2c3 a1b2c3d4 abc123 abcabc abcd1234 aa123456 iloveyou ilovegod
  loveyou lovely love forever trustno sunshine princess princesa monkey dragon shadow flower angel baby babygirl beautiful butterfly chocolate
  cookie computer internet website server network database system security football baseball basketball soccer hockey tennis liverpool
  chelsea arsenal barcelona realmadrid juventus superman batman spiderman pokemon pikachu naruto starwars minecraft fortnite gamer
  samsung iphone android google facebook twitter instagram youtube microsoft windows apple huawei xiaomi tencent wechat weixin alibaba
  taobao baidu china zhongguo beijing shanghai woaini woaiwojia wodemima mima woshishei nihao michael michelle jennifer jessica ashley
  daniel andrew anthony charlie jordan thomas robert matthew joshua nicole amanda killer hunter ranger buster tigger ginger pepper maggie
  summer winter spring autumn january february december monday friday sunday family mother father brother sister friend friends freedom
  whatever nothing access matrix mustang ferrari mercedes porsche corvette harley yamaha cheese banana orange purple yellow silver golden
  diamond crystal jesus christ heaven bismillah blessed success money lucky happy smile peace rainbow tiger eagle falcon phoenix
  weir weirapi apigateway gateway oneapi newapi openai chatgpt token apikey account company office business manager backup oracle mysql
  postgres redis docker ubuntu debian linux raspberry cisco fuckyou fuckoff asshole pussy sexy hottie`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

const RUNS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qazwsxedcrfvtgbyhn',
]
const ALL_RUNS = RUNS.flatMap((run) => [run.repeat(2), Array.from(run).toReversed().join('').repeat(2)])

const LEET = wordTable<string>({ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' })

const withoutLeet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign)

/** At most six digits and signs at each end: more of them is a password of its own. */
const core = (text: string): string => text.replace(/^[^a-z]{1,6}/, '').replace(/[^a-z]{1,6}$/, '')

/** `abcabcabc` is as weak as `abc`. */
const repeated = (text: string): string => /^(.{1,4}?)\1+$/s.exec(text)?.[1] ?? text

const isOneOfThem = (text: string): boolean => text.length < 4 || COMMON_WORDS.has(text) || ALL_RUNS.some((run) => run.includes(text))

const isDate = (text: string): boolean => /^(19|20)\d{2}[01]\d[0-3]\d$|^[0-3]\d[01]\d(19|20)\d{2}$/.test(text)

/** `abc123qwe`: nothing but walks along the keyboard. */
const isAllRuns = (text: string): boolean => {
  const pieces = text.match(/[a-z]+|[0-9]+|[^a-z0-9]+/g) ?? []
  return pieces.every((piece) => piece.length >= 3 && ALL_RUNS.some((run) => run.includes(piece)))
}

export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase()
  if (isDate(text) || isAllRuns(text) || isOneOfThem(repeated(text)) || isOneOfThem(text)) return true
  const cores = [core(text), core(withoutLeet(core(text)))]
  return cores.some((word) => word.length >= 4 && isOneOfThem(word))
}

const isGuessable = (password: string, username: string): boolean =>
  isCommonPassword(password) || password.toLowerCase() === username.toLowerCase()

/** For every password a person chooses. Its length is the contract's matter. */
export const requireGoodPassword = (password: string, username: string): void => {
  if (isGuessable(password, username)) throw new Refusal('common-password')
}

/** The same rule and the length, for a person at a terminal. Undefined when the password is good. */
export const passwordProblem = (password: string, username: string): string | undefined => {
  if (!newPassword.safeParse(password).success) return 'a password has 8 to 128 characters'
  return isGuessable(password, username) ? 'this password is too common and easily guessed, choose another one' : undefined
}
