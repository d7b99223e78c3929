import { INVISIBLE } from './invisible.ts'

/** Letters of other alphabets, and rare ones of the same, by the letter that a reader takes them for. Case matters: a Greek Ν is an N, a ν a v. */
const LOOKS_LIKE: readonly (readonly [letters: string, readAs: string])[] = [
  // Digits and the capital I, as in paypa1, g00gle and paypaI.
  ['01I|', 'olll'],
  // Cyrillic
  ['АВЕЅІЈКМНОРСТУҮХЗԌԚԜѴҺЬӀ', 'ABESlJKMHOPCTYYX3GQWVhbl'],
  ['аеорсуүхѕіјԁԛԝһгѵӏк', 'aeopcyyxsijdqwhrvlk'],
  // Greek
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHlKMNOPTYX'],
  ['αγικνορσυχϳ', 'ayikvopouxj'],
  // Armenian
  ['ՕՍՏԼօսոհցյզա', 'OUSLounhgjqw'],
  // Cherokee
  ['ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ', 'DRTiyAJEWMHYGhZbRWSVSLCPKdGB'],
  // Lisu
  ['ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPDTGKJCZFMNLSRVHWXYAElOU'],
  // Latin letters of phonetics, small capitals among them
  ['ɑɡıɩʋǀƖᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'agiiullabcdefghijklmnoprstuvwyz'],
  // Dashes and apostrophes
  ['‐‑‒–—−', '------'],
  ['’‘ʼʹ`', "'''''"],
]

const readAs: ReadonlyMap<string, string> = new Map(
  LOOKS_LIKE.flatMap(([letters, latin]) => Array.from(letters, (letter, at) => [letter, latin[at] ?? ''] as const)),
)

const folded = (text: string): string => text.toUpperCase().toLowerCase()

export interface NameShapes {
  /** The same for names that differ in upper and lower case alone. */
  readonly folded: string
  /** The same for names that a reader takes for each other. */
  readonly shape: string
}

/** What no two names may have in common, though they are written differently. */
export const nameShapes = (name: string): NameShapes => {
  const plain = name.replace(INVISIBLE, '').normalize('NFKC').replace(/\s+/gu, ' ').trim()
  return { folded: folded(plain), shape: folded(Array.from(plain, (letter) => readAs.get(letter) ?? letter).join('')) }
}
