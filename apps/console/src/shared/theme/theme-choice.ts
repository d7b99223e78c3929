const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** What the reader chose, else what the operator set for who has not chosen. The script in index.html decides in the same way before the first paint. */
export const themeChoiceOf = (stored: string, ofServer: string | undefined): ThemeChoice =>
  themeChoices.find((choice) => choice === stored) ?? themeChoices.find((choice) => choice === ofServer) ?? 'system'
