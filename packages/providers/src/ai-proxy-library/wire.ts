export interface AskRequest {
  readonly model: string
  readonly query: string
  readonly libraryId: string
  readonly stream: boolean
}
