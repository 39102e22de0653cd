/** The files of a zip in which nothing is compressed: whoever sends it compresses all of it. */

const END = 0x06054b50 // what stands before the end of the list of files
const LONGEST_END = 22

export function* unzip(zip, folder) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = zip.length - LONGEST_END
  if (view.getUint32(end, true) !== END) throw new Error('this is not a zip of ours')
  const words = new TextDecoder()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const size = view.getUint32(at + 20, true)
    const name = view.getUint16(at + 28, true)
    const begins = view.getUint32(at + 42, true)
    const from = begins + 30 + view.getUint16(begins + 26, true) + view.getUint16(begins + 28, true)
    yield [`${folder}/${words.decode(zip.subarray(at + 46, at + 46 + name))}`, zip.subarray(from, from + size)]
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
}
