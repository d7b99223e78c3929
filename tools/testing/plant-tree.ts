import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const planted: string[] = []

/** A fresh folder with the given files; `afterEach(removePlanted)` takes it away. */
export const plantTree = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'weir-tree-'))
  planted.push(root)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

export const removePlanted = (): void => {
  for (const root of planted.splice(0)) rmSync(root, { recursive: true })
}
