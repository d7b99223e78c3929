/** A text that is one address is shown as the page behind it. */
export const isPageAddress = (text: string): boolean => /^https:\/\/\S+$/.test(text.trim())

/** Without markup a notice stays until it is dismissed; with markup it goes after a while. */
export const hasMarkup = (text: string): boolean => /[<>*_`#[\]|]/.test(text)
