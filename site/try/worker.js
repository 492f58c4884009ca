// Runs the program on files that a page hands over. It has a file system in memory, with nothing in it but these.
// A message {files, asked} is answered by {text, fault}: what the program writes to standard output and to standard error.
let program // compiled once, started for each command

const open = new Map() // by number: {name, at}
let files = new Map(), output = {}
let last = 2

const O_CREAT = 64, O_EXCL = 128, O_TRUNC = 512
const named = (path) => path.replace(/^(\.?\/)+/, '')
const no = (code) => Object.assign(new Error(code), { code })
const isFolder = (name) => name === '' || name === '.' || name === 'tmp'

function stat(path) {
  const name = named(path)
  if (!files.has(name) && !isFolder(name)) throw no('ENOENT')
  const size = files.get(name)?.length ?? 0
  return {
    dev: 0, ino: 0, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096, blocks: Math.ceil(size / 512),
    mode: files.has(name) ? 0o100600 : 0o040700, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => !files.has(name),
  }
}

function write(fd, bytes, position) {
  if (fd <= 2) {
    output[fd].push(bytes.slice())
    return bytes.length
  }
  const file = open.get(fd), at = position ?? file.at
  let data = files.get(file.name)
  if (data.length < at + bytes.length) {
    const longer = new Uint8Array(at + bytes.length)
    longer.set(data)
    files.set(file.name, data = longer)
  }
  data.set(bytes, at)
  if (position === null) file.at = at + bytes.length
  return bytes.length
}

// What the program calls as Node has it, here without callbacks.
const calls = {
  open(path, flags) {
    const name = named(path), there = files.has(name)
    if (!there && !isFolder(name) && !(flags & O_CREAT)) throw no('ENOENT')
    if (there && flags & O_EXCL) throw no('EEXIST')
    if (!isFolder(name) && (!there || flags & O_TRUNC)) files.set(name, new Uint8Array())
    open.set(++last, { name, at: 0 })
    return last
  },
  close: (fd) => { open.delete(fd) },
  stat, lstat: stat,
  fstat: (fd) => stat(fd <= 2 ? '' : open.get(fd).name),
  read(fd, buffer, offset, length, position) {
    const file = open.get(fd)
    if (!file) return 0 // standard input is empty
    const at = position ?? file.at
    const part = files.get(file.name).subarray(at, at + length)
    buffer.set(part, offset)
    if (position === null) file.at = at + part.length
    return part.length
  },
  write: (fd, buffer, offset, length, position) => write(fd, buffer.subarray(offset, offset + length), position),
  readdir: () => [...files.keys()],
  unlink: (path) => { files.delete(named(path)) },
}

async function load(address) {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`the program could not be loaded: ${response.status}`)
  let bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes[0] === 0x1f) { // a host may have unpacked it on the way
    bytes = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
  }
  return WebAssembly.compile(bytes)
}

// The names of wasm_exec.js: it makes a file system without files where there is none, and this one goes over it.
function prepare() {
  globalThis.process.cwd = () => '/'
  Object.assign(globalThis.fs, { constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT, O_EXCL, O_TRUNC, O_APPEND: 1024, O_DIRECTORY: 65536 }, writeSync: (fd, bytes) => write(fd, bytes, null) })
  for (const [name, call] of Object.entries(calls)) {
    globalThis.fs[name] = (...args) => {
      const done = args.pop()
      let answer
      try {
        answer = call(...args)
      } catch (err) {
        done(err.code ? err : no('EIO'))
        return
      }
      done(null, answer)
    }
  }
}

const told = async (fd) => new Blob(output[fd]).text()

// The first message says where the page is: a worker that a page wrote is nowhere.
async function answer({ base, files: given, asked }) {
  if (base) {
    importScripts(new URL('wasm_exec.js', base))
    prepare()
    program = load(new URL('rankduel.wasm.gz', base))
    program.catch(() => {}) // the first command says so
    return
  }
  files = new Map(given)
  output = { 1: [], 2: [] }
  open.clear()
  try {
    const go = new Go()
    go.exit = () => {} // what is wrong is told in words
    go.argv = ['rankduel', JSON.stringify(asked)]
    go.env = { TMPDIR: '/tmp' }
    await go.run(await WebAssembly.instantiate(await program, go.importObject))
    postMessage({ text: await told(1), fault: (await told(2)).trimEnd() })
  } catch (err) {
    postMessage({ text: '', fault: `${await told(2)}\nthe program stopped: ${err.message}`.trim() })
  }
}

onmessage = ({ data }) => answer(data)
