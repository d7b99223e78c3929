/** The store's own counter, for the tests of rules that must not see the store. */
export { createMemoryCounter } from '@weir/store/cache/memory'
