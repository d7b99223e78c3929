interface Component {
  readonly 'bom-ref': string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

/** The parts of a CycloneDX document, as npm writes it, that are looked at; everything else passes. */
export interface Bom {
  readonly metadata: { readonly component: { readonly 'bom-ref': string; readonly name: string } }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/** Workspaces that test or measure the product and are no part of it. */
const TEST_WORKSPACES = /^@weir\/(?:e2e|bench)@/

const isRuntime = ({ 'bom-ref': ref, properties = [] }: Component): boolean =>
  !TEST_WORKSPACES.test(ref) && !properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')

/**
 * What an installation without development packages carries. npm's own --omit=dev leaves out a package as soon as one workspace needs it
 * for development, zod and kysely among them, and names the product after its folder.
 */
export const runtimeComponents = (bom: Bom, name: string): Bom => {
  const components = bom.components.filter(isRuntime)
  const product = bom.metadata.component
  const kept = new Set([product, ...components].map((component) => component['bom-ref']))
  return {
    ...bom,
    metadata: { ...bom.metadata, component: { ...product, name } },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map((entry) => ({ ...entry, dependsOn: entry.dependsOn.filter((ref) => kept.has(ref)) })),
  }
}
