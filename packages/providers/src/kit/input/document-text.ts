import { textAt } from '@weir/dialects/json'

/** A document to be ranked: text, or an object that holds it. */
export const documentText = (document: unknown): string => (typeof document === 'string' ? document : (textAt(document, 'text') ?? ''))
