/** Names that vendors' documents give to a model beside its own, by that name. */
export const knownAliases: Readonly<Record<string, readonly string[]>> = {
  'claude-3-opus-20240229': ['claude-3-opus-latest'],
  'claude-3-7-sonnet-20250219': ['claude-3-7-sonnet-latest'],
  'claude-opus-4-20250514': ['claude-opus-4-0'],
  'claude-sonnet-4-20250514': ['claude-sonnet-4-0'],
  'computer-use-preview': ['computer-use-preview-2025-03-11'],
}
