// Builds the pages of this checkout into dist/, and those of each release (tags
// v1.2.3 of git) into dist/v1.2.3/; the menu of every page names them all. The
// page that reads files in the browser is in dist/try/, of this checkout alone.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const git = (...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 })
const base = process.env.SITE_BASE || '/'
const releases = git('tag', '--list', 'v*', '--sort=-v:refname').split('\n').filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))

function build(settings) {
  execFileSync('npx', ['vitepress', 'build'], {
    cwd: join(root, 'site'), stdio: 'inherit',
    env: { ...process.env, SITE_RELEASES: releases.join(' '), ...settings },
  })
}

build({ SITE_BASE: base })
execFileSync(join(root, 'site/try/build.sh'), [join(root, 'site/dist/try')], { stdio: 'inherit' })
for (const tag of releases) {
  const folder = mkdtempSync(join(tmpdir(), 'rankduel-site-'))
  try {
    execFileSync('tar', ['-x', '-C', folder], { input: execFileSync('git', ['-C', root, 'archive', tag, 'docs'], { maxBuffer: 1 << 30 }) })
    build({ SITE_VERSION: tag, SITE_DOCS: join(folder, 'docs'), SITE_BASE: `${base}${tag}/` })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
