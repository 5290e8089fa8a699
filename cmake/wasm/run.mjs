// Runs a WebAssembly program with this machine's files:  node run.mjs PROGRAM.wasm ARGUMENTS...
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [path, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [path, ...rest], preopens: { '/': '/' }, returnOnExit: true });
const { instance } = await WebAssembly.instantiate(await readFile(path), { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
