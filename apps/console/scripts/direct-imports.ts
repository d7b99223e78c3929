import type { Plugin } from 'vite'

const FROM_ANTD = /^import \{([^}]*)\} from 'antd'$/gm

const folderOf = (component: string): string => component.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

const direct = (specifier: string): string => {
  const [name = '', alias = name] = specifier.split(' as ')
  return `import ${alias} from 'antd/es/${folderOf(name)}'`
}

export const withDirectImports = (source: string): string =>
  source.replaceAll(FROM_ANTD, (_, list: string) =>
    list
      .split(',')
      .map((specifier) => specifier.trim())
      .filter((specifier) => specifier !== '' && !specifier.startsWith('type '))
      .map(direct)
      .join(';'),
  )

/** Through the library's index every component would seem to need every other. */
export const directImports: Plugin = {
  name: 'direct-imports',
  enforce: 'pre',
  transform: { filter: { id: /\/src\/.*\.tsx?$/ }, handler: (source) => ({ code: withDirectImports(source), map: null }) },
}
