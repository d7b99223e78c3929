/** Names as one reads them in a text: separated by blanks and line ends. */
export const names = (text: string): readonly string[] => text.split(/\s+/).filter((name) => name !== '')
