import { defaultModels } from './catalog/default-models.ts'

/** The models a new channel of this type is likely to serve. */
export const defaultModelsOf = (type: number): readonly string[] => defaultModels[type] ?? []
