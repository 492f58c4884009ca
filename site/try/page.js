// The page: it collects files, asks the worker, and shows what the program writes.
import { asked, words } from './words.js'

const get = (id) => document.getElementById(id)
const most = 200e6 // bytes of all files: the program takes more, and has the disk
const files = new Map()

// The site's own choice of light or dark, which it keeps for its pages.
const system = matchMedia('(prefers-color-scheme: dark)')
function paint() {
  let kept
  try {
    kept = localStorage.getItem('vitepress-theme-appearance')
  } catch { /* storage is closed to this page */ }
  const dark = kept === 'dark' || kept !== 'light' && system.matches
  document.documentElement.dataset.scheme = dark ? 'dark' : 'light'
}
system.addEventListener('change', paint)
paint()

// The worker is made from text, so that the policy of this page, which lets nothing out, is the worker's too.
const worker = fetch('worker.js').then((response) => response.text()).then((source) => {
  const w = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
  w.postMessage({ base: document.baseURI })
  return w
})

// One command after the other: a worker answers in the order in which it is asked.
let turn = Promise.resolve()
function run(command) {
  const mine = turn.then(async () => {
    const w = await worker
    return new Promise((done) => {
      w.onmessage = ({ data }) => done(data)
      w.onerror = (event) => done({ text: '', fault: event.message })
      w.postMessage({ files: [...files], asked: command })
    })
  })
  turn = mine.catch(() => {})
  return mine
}

const make = (tag, text, more) => Object.assign(document.createElement(tag), { textContent: text }, more)
const size = (n) => (n < 1e3 ? `${n} B` : n < 1e6 ? `${(n / 1e3).toFixed(1)} kB` : `${(n / 1e6).toFixed(1)} MB`)

function show(title, { text, fault }) {
  get('result').hidden = false
  get('result-title').textContent = title
  get('text').textContent = text
  get('text').hidden = text === ''
  get('copy').parentElement.hidden = text === ''
  get('fault').textContent = fault
  get('fault').hidden = fault === ''
}

function list(diagnosis) {
  get('files').hidden = get('next').hidden = files.size === 0
  const rows = [...files].map(([name, data]) => {
    const row = document.createElement('tr')
    const is = diagnosis?.files.find((f) => f.file === name)?.is
    const remove = make('button', '×', { type: 'button', ariaLabel: `remove ${name}` })
    remove.onclick = () => { files.delete(name); get('choose').focus(); examine() }
    const last = document.createElement('td')
    last.append(remove)
    row.append(make('td', name), make('td', is ?? '…'), make('td', size(data.length), { className: 'number' }), last)
    return row
  })
  get('files').querySelector('tbody').replaceChildren(...rows)
}

// runnable tells a command whose files are all here from one that has a place for another file.
function runnable(command) {
  try {
    const a = asked(command)
    return a.Verb !== 'doctor' && [...a.Files, a.Qrels, a.TestSet].every((name) => name === undefined || files.has(name))
  } catch {
    return false
  }
}

function offer(diagnosis) {
  const commands = [...new Set([...diagnosis.next, ...diagnosis.files.flatMap((f) => f.next)])].filter(runnable)
  get('buttons').replaceChildren(...commands.map((command) => {
    const button = make('button', command, { type: 'button' })
    button.onclick = () => execute(command)
    return button
  }))
  if (commands.length === 0) {
    get('buttons').append(make('p', 'Nothing yet: a comparison takes two files of scores, or two runs and judgments; an evaluation takes a run and judgments. Add what is missing.'))
  }
  get('command').value = commands[0] ?? `rankduel doctor ${[...files.keys()].map(quoted).join(' ')}`
}

const quoted = (name) => (words(name).length === 1 && words(name)[0] === name ? name : `'${name.replaceAll("'", "'\\''")}'`)

let looks = 0
async function examine() {
  const mine = ++looks
  list()
  get('result').hidden = true
  if (files.size === 0) {
    get('state').textContent = ''
    return
  }
  get('state').textContent = 'Reading …'
  const Files = [...files.keys()]
  const text = await run({ Verb: 'doctor', Files })
  const json = await run({ Verb: 'doctor', Files, Format: 'json' })
  if (mine !== looks) return // there are other files by now
  get('state').textContent = ''
  show(`rankduel doctor ${Files.map(quoted).join(' ')}`, text)
  if (json.text === '') return
  const diagnosis = JSON.parse(json.text)
  list(diagnosis)
  offer(diagnosis)
}

async function execute(command) {
  get('command').value = command
  let answer
  try {
    const a = asked(command)
    get('state').textContent = 'Computing …'
    answer = await run(a)
  } catch (err) {
    answer = { text: '', fault: err.message }
  }
  get('state').textContent = ''
  show(command, answer)
  get('result-title').focus()
  get('result').scrollIntoView({ block: 'start' })
}

async function add(given) {
  for (const file of given) {
    if ([...files.values()].reduce((sum, data) => sum + data.length, file.size) > most) {
      get('state').textContent = `${file.name} is not taken: this page takes ${size(most)} in all, and the program as much as there is.`
      return
    }
    let name = file.name
    for (let n = 2; files.has(name) && !file.again; n++) name = file.name.replace(/(\.[^.]*)?$/, (ending) => `-${n}${ending}`)
    files.set(name, new Uint8Array(await file.arrayBuffer()))
  }
  await examine()
}

get('choose').onchange = async ({ target }) => {
  const given = [...target.files]
  target.value = '' // so that the same file can be chosen again
  await add(given)
}
for (const button of document.querySelectorAll('[data-example]')) {
  button.onclick = async () => {
    files.clear()
    await add(await Promise.all(button.dataset.example.split(' ').map(async (name) => new File([await (await fetch(`examples/${name}`)).blob()], name))))
  }
}
get('line').onsubmit = (event) => { event.preventDefault(); execute(get('command').value) }
get('copy').onclick = async () => {
  await navigator.clipboard.writeText(get('text').textContent)
  get('state').textContent = 'Copied.'
}

const drop = get('drop')
addEventListener('dragover', (event) => { event.preventDefault(); drop.classList.add('over') })
addEventListener('dragleave', (event) => { if (!event.relatedTarget) drop.classList.remove('over') })
addEventListener('drop', (event) => {
  event.preventDefault()
  drop.classList.remove('over')
  add([...event.dataTransfer.files])
})
