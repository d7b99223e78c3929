const TABLE = /^(?:export )?const (\w+): Readonly<Record<string, [^=]+>> = \{/gm

/** Tables that are asked for any word, which every plain object answers for `constructor` and the like. */
export const findPlainTables = (text: string): readonly string[] =>
  [...text.matchAll(TABLE)]
    .map(([, name = '']) => name)
    .filter((name) => new RegExp(`\\b${name}\\[[^'"\`\\d]`).test(text) && !text.includes(`Object.hasOwn(${name},`))
