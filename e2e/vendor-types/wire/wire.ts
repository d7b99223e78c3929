/** A type of a client as its values stand in JSON: an enum is its text and bytes are base64. */
export type Wire<T> = 0 extends 1 & T
  ? T
  : T extends string
    ? `${T}`
    : T extends Uint8Array
      ? string
      : T extends readonly (infer Item)[]
        ? Wire<Item>[]
        : T extends object
          ? { [Name in keyof T]: Wire<T[Name]> }
          : T
