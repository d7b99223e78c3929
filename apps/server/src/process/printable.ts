/** Names come from strangers: what would move the cursor of a terminal is not printed. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
