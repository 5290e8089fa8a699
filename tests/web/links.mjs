// What the page makes of its link: page.js without a browser, in a world that has just what it asks for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

const script = readFileSync(new URL('../../app/web/page.js', import.meta.url), 'utf8');
const trouble = Symbol('trouble');

// The arguments that the program is started with, or what the page says instead.
async function startedBy(link) {
  const elements = {};
  const element = (id) => (elements[id] ??= { textContent: '', remove() {}, setAttribute() {}, focus() {}, addEventListener() {} });
  let load, started;
  class Stream { pipeThrough() { return this; } }
  const world = vm.createContext({
    document: { getElementById: element, createElement: () => ({ getContext: () => ({}) }), addEventListener() {} },
    location: { hash: `#${link}` }, URLSearchParams, Uint8Array, atob, console: { log() {}, warn() {} },
    WebAssembly: { validate: () => true }, DecompressionStream: Stream, setInterval() {},
    Blob: class { stream() { return new Stream(); } },
    Response: class { async arrayBuffer() { return new ArrayBuffer(0); } },
    addEventListener: (name, call) => { if (name === 'load') load = call; },
    startDrover: async (module) => { started = [...module.arguments]; return {}; },
  });
  vm.runInContext(script, world);
  await load();
  return started ?? { [trouble]: element('trouble').textContent };
}

const good = {
  '': [], plains: ['plains'], 'scenario=hunt': ['hunt'], 'fire-drill&theme=light': ['fire-drill', '--theme=light'],
  'lesson=budget': ['--lesson=budget'],
  'scenario=hunt&seed=7&manager=tiers&budget=2': ['hunt', '--seed=7', '--manager=tiers', '--budget-ms=2'],
  'compare=elastic%2Cprocess&clock=model&sight=eyes': ['--compare=elastic,process', '--clock=model', '--sight=eyes'],
};
for (const [link, wanted] of Object.entries(good)) assert.deepEqual(await startedBy(link), wanted, link);

const options = ['seed', 'manager', 'budget', 'lesson', 'compare', 'clock', 'theme', 'sight'];
// Options of the program that write files, or read those of a machine; no link may have them.
const others = ['ui-map', 'csv', 'record', 'screenshot', 'picture', 'film', 'can-you-tell', 'replay', 'scale'];
for (const link of [...options, ...options.map((name) => `${name}=`), 'scenario', 'scenario=', 'scenario=--record',
  ...others.map((name) => `${name}=x`), '=x', '--help', 'constructor=x', 'plains=', 'a%3Db', '../x']) {
  const said = (await startedBy(link))[trouble];
  assert.match(said ?? '', /^The link says '.*', allowed are scenario=NAME/, `${link}: ${said}`);
}
console.log('all links are right');
