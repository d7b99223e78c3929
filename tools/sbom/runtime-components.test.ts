import { expect, test } from 'bun:test'
import { runtimeComponents } from './runtime-components.ts'

const development = [{ name: 'cdx:npm:package:development', value: 'true' }]

test('the bill lists what runs and nothing that only tests or builds', () => {
  const bom = {
    metadata: { component: { 'bom-ref': 'weir@1.0.0', name: 'some-folder' } },
    components: [
      { 'bom-ref': '@weir/server@1.0.0' },
      { 'bom-ref': '@weir/e2e@1.0.0', properties: [{ name: 'cdx:npm:package:private', value: 'true' }] },
      { 'bom-ref': '@weir/bench@1.0.0' },
      { 'bom-ref': 'zod@4.0.0', properties: [] },
      { 'bom-ref': 'knip@6.0.0', properties: development },
    ],
    dependencies: [
      { ref: 'weir@1.0.0', dependsOn: ['@weir/server@1.0.0', '@weir/e2e@1.0.0', 'knip@6.0.0'] },
      { ref: '@weir/server@1.0.0', dependsOn: ['zod@4.0.0'] },
      { ref: '@weir/e2e@1.0.0', dependsOn: ['zod@4.0.0'] },
      { ref: 'knip@6.0.0', dependsOn: ['zod@4.0.0'] },
    ],
  }
  expect(runtimeComponents(bom, 'weir')).toEqual({
    metadata: { component: { 'bom-ref': 'weir@1.0.0', name: 'weir' } },
    components: [{ 'bom-ref': '@weir/server@1.0.0' }, { 'bom-ref': 'zod@4.0.0', properties: [] }],
    dependencies: [
      { ref: 'weir@1.0.0', dependsOn: ['@weir/server@1.0.0'] },
      { ref: '@weir/server@1.0.0', dependsOn: ['zod@4.0.0'] },
    ],
  })
})
