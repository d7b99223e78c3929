import { parseJson, parseJsonObject } from '../../shared/browser/json.ts'

export interface ChangedValue {
  /** Empty where the entry speaks of one value without a name. */
  readonly name: string
  readonly before: string
  readonly after: string
  readonly isChanged: boolean
}

const fieldsOf = (text: string): ReadonlyMap<string, string> | undefined => {
  if (text === '') return new Map()
  const fields = parseJsonObject(text)
  return fields && new Map(Object.entries(fields).map(([name, field]) => [name, textOf(field)]))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A text that is no JSON is shown as it is: commands write plain words. */
const wholeText = (text: string): string => {
  if (text === '') return ''
  const value = parseJson(text)
  return value === undefined ? text : textOf(value)
}

/** What an entry says of the values before and after, field by field where it names them. */
export const changedValues = (before: string, after: string): readonly ChangedValue[] => {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)]
  if (old === undefined || fresh === undefined) {
    const [was, is] = [wholeText(before), wholeText(after)]
    return was === '' && is === '' ? [] : [{ name: '', before: was, after: is, isChanged: was !== is }]
  }
  const names = [...new Set([...old.keys(), ...fresh.keys()])]
  return names.map((name) => {
    const [was, is] = [old.get(name) ?? '', fresh.get(name) ?? '']
    return { name, before: was, after: is, isChanged: was !== is }
  })
}

const MAX_NAMED = 4

/** One line for the list: what has another value now. */
export const changeSummary = (before: string, after: string): string => {
  const changed = changedValues(before, after).filter(({ isChanged }) => isChanged)
  const named = changed.slice(0, MAX_NAMED).map(({ name, before: was, after: is }) => {
    const values = was === '' ? is : `${was} → ${is === '' ? '–' : is}`
    return name === '' ? values : `${name}: ${values}`
  })
  return [...named, ...(changed.length > MAX_NAMED ? ['…'] : [])].join(', ')
}
