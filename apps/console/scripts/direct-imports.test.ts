import { describe, expect, it } from 'bun:test'
import { withDirectImports } from './direct-imports.ts'

describe('imports of the component library', () => {
  it('lead to the files of the components', () => {
    const source = `import { AutoComplete, QRCode, theme as antdTheme } from 'antd'\nimport { useState } from 'react'`
    expect(withDirectImports(source)).toBe(
      `import AutoComplete from 'antd/es/auto-complete';import QRCode from 'antd/es/qrcode';import antdTheme from 'antd/es/theme'\nimport { useState } from 'react'`,
    )
  })

  it('of types alone leave nothing behind', () => {
    expect(withDirectImports(`import { type InputRef } from 'antd'`)).toBe('')
    expect(withDirectImports(`import { Input, type InputRef } from 'antd'`)).toBe(`import Input from 'antd/es/input'`)
    expect(withDirectImports(`import type { FormInstance } from 'antd'`)).toBe(`import type { FormInstance } from 'antd'`)
  })
})
