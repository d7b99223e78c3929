const TOKEN =
  /[ \t\n\r]*(?:([{[])|([}\]])|([,:])|("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy

/** What may come next. */
type Wanted = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'

interface Place {
  readonly open: string[]
  wanted: Wanted
}

const after = ({ open }: Place): Wanted => (open.length === 0 ? 'nothing' : 'comma or end')

const openPart = (place: Place, bracket: string): boolean => {
  if (place.wanted !== 'value' && place.wanted !== 'value or end') return false
  place.open.push(bracket)
  place.wanted = bracket === '{' ? 'name or end' : 'value or end'
  return true
}

const closePart = (place: Place, bracket: string): boolean => {
  if (!place.wanted.endsWith('or end') || place.open.pop() !== (bracket === '}' ? '{' : '[')) return false
  place.wanted = after(place)
  return true
}

const separate = (place: Place, mark: string): boolean => {
  if (place.wanted !== (mark === ',' ? 'comma or end' : 'colon')) return false
  place.wanted = mark === ',' && place.open.at(-1) === '{' ? 'name' : 'value'
  return true
}

const takeValue = (place: Place, isText: boolean): boolean => {
  if (isText && place.wanted.startsWith('name')) {
    place.wanted = 'colon'
    return true
  }
  if (!place.wanted.startsWith('value')) return false
  place.wanted = after(place)
  return true
}

const take = (place: Place, [, opening, closing, mark, text]: RegExpExecArray): boolean => {
  if (opening !== undefined) return openPart(place, opening)
  if (closing !== undefined) return closePart(place, closing)
  return mark === undefined ? takeValue(place, text !== undefined) : separate(place, mark)
}

/** The line of a position, counted from 1. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length

/** The line at which a text stops being JSON; undefined when it is JSON. Parsers do not say, or each in words of its own. */
export const lineOfJsonFault = (text: string): number | undefined => {
  const place: Place = { open: [], wanted: 'value' }
  const token = new RegExp(TOKEN)
  let end = 0
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (!take(place, found)) return lineAt(text, token.lastIndex)
    end = token.lastIndex
  }
  const rest = text.slice(end)
  if (place.wanted === 'nothing' && /^[ \t\n\r]*$/.test(rest)) return undefined
  return lineAt(text, end + (/^[ \t\n\r]*/.exec(rest)?.[0].length ?? 0))
}
