/** Days in charts are those of the reader's clock. */
export const { timeZone: READERS_ZONE } = new Intl.DateTimeFormat().resolvedOptions()
