export interface TranslateRequest {
  readonly text: readonly [string]
  readonly target_lang: string
}
