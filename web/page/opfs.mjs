/** The browser's own files (OPFS) as a folder for SQLite. They are opened once, for this page alone, and read and written
 * in place: when `flush` has returned, what was written outlives the page. */

const NAMES = ['recif.db', 'recif.db-wal', 'recif.db-journal', 'damaged.db'] // SQLite's, and what it could not read
const FOLDER = 0o040777
const FILE = 0o100666
const NO_ENTRY = 44 // ENOENT, as WASI counts
const NOT_HERE = 63 // EPERM
const FULL = 51 // ENOSPC
const LEAVING = 50 // milliseconds that a page which is closing may still have its files
const TRIES = 100

/** The files, by name, once no other page has them; undefined where this browser keeps none. */
export async function files(folder) {
  await alone(folder)
  for (let tries = 1; ; tries++)
    try {
      return await opened(folder)
    } catch (error) {
      if (tries === TRIES) throw error
      await new Promise((go) => setTimeout(go, LEAVING))
    }
}

/** One page at a time: the next has its turn when the one before is closed or killed. */
function alone(name) {
  return new Promise((go) => {
    const forever = () => (go(), new Promise(() => {}))
    if (navigator.locks)
      navigator.locks.request(name, forever).catch(go) // where nothing may be kept, nothing is locked
    else go()
  })
}

async function opened(folder) {
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined)
  if (!root) return undefined
  const opened = []
  try {
    const place = await root.getDirectoryHandle(folder, { create: true })
    for (const name of NAMES) {
      const handle = await place.getFileHandle(name, { create: true })
      opened.push([name, await handle.createSyncAccessHandle()])
    }
  } catch (error) {
    for (const [, file] of opened) file.close()
    if (error.name === 'NoModificationAllowedError') throw error
    return undefined
  }
  return new Map(opened)
}

/** Mount them: Emscripten asks a file system for nodes, and nodes for streams. */
export function mount(FS, path, handles) {
  const there = new Set([...handles].filter(([, file]) => file.getSize()).map(([name]) => name)) // an empty file is none

  const attributes = (node) => {
    const size = node.handle ? node.handle.getSize() : 4096
    const [atime, mtime, ctime] = [new Date(0), new Date(0), new Date(0)]
    const owner = { dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0 }
    return { ...owner, size, atime, mtime, ctime, blksize: 4096, blocks: Math.ceil(size / 4096) }
  }

  /** What the browser refuses is an error of the file, as SQLite knows them: there is no room. */
  const refusable = (act) => {
    try {
      return act()
    } catch {
      throw new FS.ErrnoError(FULL)
    }
  }

  const streams = {
    read: ({ node }, into, offset, length, at) => node.handle.read(into.subarray(offset, offset + length), { at }),
    write: ({ node }, from, offset, length, at) =>
      refusable(() => node.handle.write(from.subarray(offset, offset + length), { at })),
    llseek: (stream, offset, whence) =>
      offset + (whence === 1 ? stream.position : whence === 2 ? stream.node.handle.getSize() : 0),
    fsync: ({ node }) => refusable(() => (node.handle.flush(), 0)),
  }

  const file = {
    getattr: attributes,
    setattr: (node, wish) => wish.size !== undefined && refusable(() => node.handle.truncate(wish.size)),
  }

  const made = (parent, name) => {
    const node = FS.createNode(parent, name, FILE, 0)
    return Object.assign(node, { handle: handles.get(name), node_ops: file, stream_ops: streams })
  }

  const folder = {
    getattr: attributes,
    setattr: () => {},
    lookup(parent, name) {
      if (!there.has(name)) throw new FS.ErrnoError(NO_ENTRY)
      return made(parent, name)
    },
    mknod(parent, name) {
      if (!handles.has(name)) throw new FS.ErrnoError(NOT_HERE)
      there.add(name)
      return made(parent, name)
    },
    unlink(_parent, name) {
      handles.get(name).truncate(0)
      there.delete(name)
    },
    readdir: () => ['.', '..', ...there],
  }

  FS.mkdirTree(path)
  const root = () => Object.assign(FS.createNode(null, '/', FOLDER, 0), { node_ops: folder, stream_ops: {} })
  FS.mount({ mount: root }, {}, path)
}
