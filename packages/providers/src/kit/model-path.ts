import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'

/** A model's name as a part of an address. Its slashes stay; it must not lead out of the place it is put in. */
export const modelPath = (model: string): string => {
  const segments = model.split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    throw new UnsupportedInput('model', 'The model name cannot be used in an address')
  }
  return segments.map((segment) => encodeURIComponent(segment).replaceAll('%40', '@').replaceAll('%3A', ':')).join('/')
}
