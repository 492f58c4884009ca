// The site is docs/ as it is: pages need no front matter, and nothing is loaded from another host.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const docs = process.env.SITE_DOCS || fileURLToPath(new URL('../../docs', import.meta.url))
const version = process.env.SITE_VERSION // a release; none: this checkout
const releases = (process.env.SITE_RELEASES || '').split(' ').filter(Boolean)

// The navigation is the tables of docs/README.md: a heading is a group, a row a page.
function sidebar() {
  const groups = []
  for (const line of readFileSync(`${docs}/README.md`, 'utf8').split('\n')) {
    const heading = line.match(/^##+ (.*)/)
    if (heading) groups.push({ text: heading[1], items: [] })
    const row = line.match(/^\| (.*?) \| \[.*?\]\((.*?)\)/)
    if (row && groups.length > 0 && !row[2].startsWith('..')) {
      groups.at(-1).items.push({ text: row[1][0].toUpperCase() + row[1].slice(1), link: '/' + row[2].replace(/README\.md$/, '').replace(/\.md$/, '') })
    }
  }
  return groups.filter((g) => g.items.length > 0).map((g, i) => ({ ...g, collapsed: i > 1 }))
}

// The pages of other versions are sites of their own, next to this one: VitePress
// puts its base before every link, so that the way there leads up first.
const up = version ? '/..' : ''
const versions = {
  text: version ?? 'unreleased',
  items: [{ text: 'unreleased', link: `${up}/` }, ...releases.map((tag) => ({ text: tag, link: `${up}/${tag}/` }))]
    .map((item) => ({ ...item, target: '_self' })),
}

const repository = 'https://github.com/rankduel/rankduel'

export default {
  title: 'rankduel',
  description: 'Which of two retrieval configurations is better, and how sure that is',
  srcDir: docs,
  outDir: fileURLToPath(new URL(`../dist/${version ?? ''}`, import.meta.url)),
  base: process.env.SITE_BASE || '/',
  cleanUrls: true,
  rewrites: { 'README.md': 'index.md', 'adr/README.md': 'adr/index.md' },
  srcExclude: ['testdata/**'],
  // The pages are outside of this folder, where Node finds no packages.
  vite: { resolve: { alias: [{ find: /^vue(\/server-renderer)?$/, replacement: fileURLToPath(new URL('../node_modules/vue$1', import.meta.url)) }] } },
  // Links that leave docs/ are those of the repository.
  markdown: {
    config(md) {
      const open = md.renderer.rules.link_open ?? ((tokens, i, options, env, self) => self.renderToken(tokens, i, options))
      md.renderer.rules.link_open = (tokens, i, options, env, self) => {
        const href = tokens[i].attrGet('href')
        const up = href?.match(/^(?:\.\.\/)+(?!docs\/)(.*)$/)
        if (up?.[1] === 'site/try/') { // a page of its own, which is not a part of this application
          tokens[i].attrSet('href', `${process.env.SITE_BASE || '/'}${version ? '../' : ''}try/`)
          tokens[i].attrSet('target', '_self')
        } else if (up) tokens[i].attrSet('href', `${repository}/blob/${version ?? 'main'}/${up[1]}`)
        else if (href?.endsWith('.go') && !href.includes(':')) tokens[i].attrSet('href', `${repository}/blob/${version ?? 'main'}/docs/${href}`)
        return open(tokens, i, options, env, self)
      }
    },
  },
  ignoreDeadLinks: [/^(\.\/)*\.\.\//, /\.go$/],
  themeConfig: {
    search: { provider: 'local' },
    sidebar: sidebar(),
    outline: [2, 3],
    nav: [{ text: 'Try your files', link: `${up}/try/`, target: '_self' }, ...(releases.length > 0 ? [versions] : []), { text: 'GitHub', link: repository }],
    footer: { message: 'Apache-2.0' },
  },
}
