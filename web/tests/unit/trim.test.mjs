/** Python for a page, of which much was left out, beside the whole of it. */

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { trimmed } from '../../scripts/trim/index.mjs'

const pyodide = fileURLToPath(new URL('../../node_modules/pyodide', import.meta.url))
const LEFT_OUT = ['_bz2', '_codecs_cn', '_codecs_hk', '_codecs_iso2022', '_codecs_jp', '_codecs_kr', '_codecs_tw']
LEFT_OUT.push('_elementtree', '_lzma', '_multibytecodec', '_testcapi', '_testinternalcapi', '_zstd', 'pyexpat')
const SAYS = `
import asyncio, ctypes, datetime, decimal, hashlib, itertools, json, math, pickle, re, sqlite3, struct, unicodedata, zlib

def facts():
    some = range(0x600), range(0x600, 0x3400, 7), range(0xF900, 0x10000, 7), range(0, 0x110000, 197)
    for number in itertools.chain(*some):
        one = chr(number)
        yield unicodedata.category(one), unicodedata.bidirectional(one), unicodedata.combining(one)
        yield unicodedata.east_asian_width(one), unicodedata.mirrored(one), unicodedata.decomposition(one)
        yield unicodedata.numeric(one, None), one.casefold(), one.upper(), one.title(), one.isidentifier()
        if not 0xD800 <= number < 0xE000:
            yield [unicodedata.normalize(form, "e" + one) for form in ("NFC", "NFKD")]
    yield sqlite3.connect(":memory:").execute("select sqlite_version(), upper('a'), json('[1, 2]')").fetchall()
    yield decimal.Decimal(2).sqrt(), math.exp(0.1), float("0.1").hex(), 7**300, pickle.dumps({"a": (1, 2.5)})
    yield json.loads('{"a": [1.5e3, null]}'), re.sub(r"(?i)É+", "e", "aéÉb"), struct.pack("<dI", 0.1, 7)
    yield datetime.datetime.fromisoformat("2026-02-28T01:02:03+01:00"), zlib.crc32(b"reef"), ctypes.sizeof(ctypes.c_long)
    yield list(itertools.permutations("abc")), "Récif".encode("utf-16"), b"R\\xe9cif".decode("latin-1")

whole = hashlib.sha256()
for fact in facts():
    whole.update(repr(fact).encode("utf-8", "surrogatepass"))
whole.hexdigest()
`

test('Python for a page says what the whole of it says, without the modules that were left out', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'recif-trim-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const read = (name) => readFileSync(join(pyodide, name))
  for (const name of ['pyodide.mjs', 'pyodide-lock.json', 'python_stdlib.zip', 'package.json'])
    cpSync(join(pyodide, name), join(folder, name))
  const given = {
    wasm: read('pyodide.asm.wasm'),
    glue: String(read('pyodide.asm.mjs')),
    libraries: [],
    modules: LEFT_OUT,
  }
  const { wasm, glue } = trimmed({ ...given, scripts: [String(read('pyodide.mjs'))] })
  assert.ok(wasm.length < 0.8 * given.wasm.length, `${wasm.length} of ${given.wasm.length} bytes`)
  assert.ok(glue.length < 0.5 * given.glue.length, `${glue.length} of ${given.glue.length} bytes`)
  writeFileSync(join(folder, 'pyodide.asm.wasm'), wasm)
  writeFileSync(join(folder, 'pyodide.asm.mjs'), glue)

  const [small, large] = await Promise.all([folder, pyodide].map(started))
  assert.equal(small.runPython(SAYS), large.runPython(SAYS))
  for (const name of LEFT_OUT) assert.throws(() => small.runPython(`import ${name}`), /ModuleNotFoundError/)
  assert.throws(() => small.runPython('unicodedata.name("e")'), 'a name is told, of names that are not there')
})

async function started(folder) {
  const { loadPyodide } = await import(pathToFileURL(join(folder, 'pyodide.mjs')))
  return loadPyodide({ indexURL: `${folder}/` })
}
