import type { Area } from '@weir/contract/areas'
import type { zh } from './zh.ts'

export type Language = 'zh' | 'en'
export type MessageKey = keyof typeof zh
export type Params = Readonly<Record<string, string | number>>

/** A text with its values, for code that decides on a text without showing it. */
export interface Message {
  readonly key: MessageKey
  readonly params?: Params
}

/** The same keys as the Chinese texts: a missing or a surplus one does not compile. */
export type Dictionary = Readonly<Record<MessageKey, string>>

type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never

/** Texts without placeholders take no values; texts with some take exactly those. */
export type Values<K extends MessageKey> = [Placeholders<(typeof zh)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<(typeof zh)[K]>, string | number>>]

/** Keys of texts without placeholders. */
export type PlainKey = { [K in MessageKey]: [Placeholders<(typeof zh)[K]>] extends [never] ? K : never }[MessageKey]

/** The areas that have all of these texts: shared code asks for `${area}.create` and names no area itself. */
export type AreaWith<Name extends string> = { [A in Area]: `${A}.${Name}` extends MessageKey ? A : never }[Area]

export type Translate = <K extends MessageKey>(key: K, ...values: Values<K>) => string

const HAN = /\p{Script=Han}/u
const LATIN = /[a-z0-9]/i

/** Chinese and Latin letters stand apart where they meet, as 保存 SMTP. */
const gap = (left: string | undefined, right: string | undefined): string => {
  if (left === undefined || right === undefined) return ''
  return (HAN.test(left) && LATIN.test(right)) || (LATIN.test(left) && HAN.test(right)) ? ' ' : ''
}

/** The word that goes with a number: `{count|model|models}`. */
const inflect = (template: string, params: Params): string =>
  template.replace(/\{(\w+)\|([^{}]*)\}/g, (_, name: string, words: string) => {
    const [one = '', many = one] = words.split('|')
    return String(params[name]) === '1' ? one : many
  })

export const fill = (text: string, params: Params = {}): string => {
  const template = text.includes('|') ? inflect(text, params) : text
  return template.replace(/\{(\w+)\}/g, (whole, name: string, at: number) => {
    if (params[name] === undefined) return whole
    const value = String(params[name])
    return gap(template[at - 1], value[0]) + value + gap(value.at(-1), template[at + whole.length])
  })
}

/** A text that has not come yet shows its key. */
export const textIn = (dictionary: Partial<Dictionary>, { key, params }: Message): string => fill(dictionary[key] ?? key, params)

export const translatorFor =
  (dictionary: Partial<Dictionary>): Translate =>
  (key, ...[params]) =>
    textIn(dictionary, { key, ...(params && { params }) })
