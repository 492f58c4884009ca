// Command lines as doctor writes them, taken apart.

// words splits a line as a shell does, of which quotes are known.
export function words(line) {
  const list = []
  for (let rest = line.trim(); rest; rest = rest.trimStart()) {
    let word = ''
    for (let m; rest && (m = rest.match(/^(?:'([^']*)'|"([^"]*)"|\\(.)|([^\s'"\\]+))/s)); rest = rest.slice(m[0].length)) {
      word += m[1] ?? m[2] ?? m[3] ?? m[4]
    }
    if (rest && !/^\s/.test(rest)) throw new Error(`a quote without an end: ${rest}`)
    list.push(word)
  }
  return list
}

const list = (old, value) => [...(old ?? []), value]
const text = (_, value) => value
const number = (_, value) => {
  if (value.trim() === '' || Number.isNaN(Number(value))) throw new Error(`${value} is not a number`)
  return Number(value)
}

// The flags of this page: their key, and what becomes of a value; without that a flag takes none.
const reading = { columns: ['columns', text], 'repeat-column': ['repeat_column', text], 'sample-id': ['sample_id', text], filter: ['filter', text], 'on-error': ['on_error', text], missing: ['missing', text], direction: ['direction', list], systems: ['systems', (old, value) => [...(old ?? []), ...value.split(',')]] }
const scoring = { profile: ['profile', text], duplicates: ['duplicates', text] }
const deciding = { primary: ['primary', text], margin: ['margin', number], alpha: ['alpha', number] }
const measure = { measure: ['measures', list], m: ['measures', list] }
const flags = {
  doctor: {},
  eval: { ...measure, ...scoring },
  compare: { ...measure, ...deciding, ...scoring },
  scores: { ...measure, ...deciding, ...reading },
}

// asked reads a command line: {Verb, Files, Settings, Qrels, TestSet}.
export function asked(line) {
  const all = words(line)
  if (all[0] === 'rankduel') all.shift()
  const a = { Verb: all.shift() ?? '', Files: [], Settings: {} }
  if (!(a.Verb in flags) || a.Verb === 'scores') throw new Error(`${a.Verb || 'nothing'}: this page has doctor, eval and compare; install rankduel for the rest`)
  const scores = a.Verb === 'compare' && all.includes('--scores')
  const known = flags[scores ? 'scores' : a.Verb]
  while (all.length > 0) {
    const word = all.shift()
    if (!/^-./.test(word)) {
      a.Files.push(word)
      continue
    }
    const [, name, , given] = word.match(/^--?([^=]+)(=(.*))?$/s) ?? []
    const value = () => {
      const v = given ?? all.shift()
      if (v === undefined) throw new Error(`${word}: a value is missing`)
      return v
    }
    if (name === 'scores' && scores) a.Settings.scores = true
    else if (name === 'qrels' && !scores && a.Verb !== 'doctor') a.Qrels = value()
    else if (name === 'test-set' && !scores && a.Verb !== 'doctor') a.TestSet = value()
    else if (known[name]) a.Settings[known[name][0]] = known[name][1](a.Settings[known[name][0]], value())
    else throw new Error(`${word} is not on this page for ${a.Verb}${scores ? ' --scores' : ''}, which has ${Object.keys(known).map((k) => (k.length > 1 ? '--' : '-') + k).join(' ') || 'no flags'}; install rankduel for the rest`)
  }
  if (a.Verb === 'compare' && !scores && a.Files.length === 1) throw new Error('one run; name the baseline and at least one candidate')
  if (a.Files.length === 0) throw new Error(`${a.Verb}: name a file`)
  return a
}
