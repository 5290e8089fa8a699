// What the page does around the program (main.cpp): starts it as the link says, brings files in and out, keeps
// settings, and tells the readings to those who listen.
'use strict';

const drover = (() => {
  const byId = (id) => document.getElementById(id);
  const canvas = byId('canvas');
  const home = '/home/web_user';
  const kept = { settings: `${home}/.config/drover/settings.json`, layout: `${home}/.local/state/drover/layout.json` };
  const exported = `${home}/.local/state/drover/exports`;
  const brought = `${home}/files`;
  let program = null, said = '';

  function tellTrouble(text) {
    byId('state').textContent = '';
    byId('trouble').textContent = text;
    byId('about').hidden = false;
    canvas.setAttribute('aria-hidden', 'true');
  }

  // Without what only a command line can do.
  const plain = (text) => text.replace(/^Run with --help.*$/m, '').trim();

  // What a browser has to have; the sentence says what is missing.
  function missing() {
    if (typeof WebAssembly !== 'object') return 'This browser has no WebAssembly, which Drover is made of.';
    // A function that gives a vector of 16 bytes.
    const vectors = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0,
      253, 15, 253, 98, 11]);
    // A function that tries nothing and catches all.
    const exceptions = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25,
      11, 11]);
    if (![vectors, exceptions].every((bytes) => WebAssembly.validate(bytes)) || typeof DecompressionStream !== 'function') {
      return 'This browser is too old: Drover needs vectors and exceptions in WebAssembly, and a packed program. Chrome and ' +
        'Edge have them from version 95, Firefox from 113, Safari from 16.4.';
    }
    if (!document.createElement('canvas').getContext('webgl2')) {
      return 'This browser has no WebGL 2, which draws the world: it is too old, or it is switched off.';
    }
    return '';
  }

  // drover.html#plains, #lesson=budget, #scenario=hunt&seed=7&manager=tiers&budget=2. None of these writes a file: what
  // is written is downloaded.
  const options = { seed: '--seed', manager: '--manager', budget: '--budget-ms', lesson: '--lesson', compare: '--compare',
    clock: '--clock', theme: '--theme', sight: '--sight' };
  // Or a sentence about what is wrong with it.
  function argumentsOfLink() {
    const given = [], isName = (text) => /^[a-z0-9][a-z0-9-]*$/.test(text);
    for (const part of location.hash.slice(1).split('&').filter((text) => text !== '')) {
      const [[name, value]] = new URLSearchParams(part), isAlone = !part.includes('=');
      if (name === 'scenario' && isName(value)) given.push(value);
      else if (isAlone && isName(name) && name !== 'scenario' && !Object.hasOwn(options, name)) given.push(name);
      else if (value !== '' && Object.hasOwn(options, name)) given.push(`${options[name]}=${value}`);
      else return `The link says '${name}${isAlone ? '' : '='}${value}', allowed are scenario=NAME, or the name alone, and ` +
        `${Object.keys(options).map((option) => `${option}=...`).join(', ')}.`;
    }
    return given;
  }

  async function unpack() {
    const text = byId('packed').textContent;
    byId('packed').remove();
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  const store = {  // a browser may refuse it, for example to a page that is a file
    get(name) { try { return localStorage.getItem(`drover.${name}`); } catch { return null; } },
    set(name, text) { try { localStorage.setItem(`drover.${name}`, text); } catch { /* they last as long as the page */ } },
  };
  function keepSettings() {
    if (!program) return;
    program._keepSettings();
    for (const [name, path] of Object.entries(kept)) {
      if (program.FS.analyzePath(path).exists) store.set(name, program.FS.readFile(path, { encoding: 'utf8' }));
    }
  }
  function bringSettings(fs) {
    for (const folder of [exported, brought, `${home}/.config/drover`]) fs.mkdirTree(folder);
    fs.chdir(exported);  // a name without a folder is saved there
    for (const [name, path] of Object.entries(kept)) {
      const text = store.get(name);
      if (text !== null) fs.writeFile(path, text);
    }
  }

  // The window saves into one folder, and what is new there is downloaded; answers once the blind test is left.
  const given = new Map();
  function giveFiles() {
    if (program._isTelling()) return;
    for (const name of program.FS.readdir(exported)) {
      if (name.startsWith('.')) continue;
      const path = `${exported}/${name}`, { size, mtime } = program.FS.stat(path), state = `${size} ${mtime.getTime()}`;
      if (given.get(name) === state) continue;
      given.set(name, state);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([program.FS.readFile(path)]));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    }
  }

  // What cannot be read, such as a folder, is not there: the window then says so.
  async function bring(files) {
    for (const file of files) {
      const path = `${brought}/${file.name.replace(/^\.*$|\//g, '-')}`;
      try {
        program.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
      } catch (error) {
        console.warn(`${file.name}: ${error.message || error}`);
      }
      program.ccall('openFile', null, ['string'], [path]);
    }
    canvas.focus();
  }

  function listen() {
    byId('chooser').addEventListener('change', (event) => {
      bring([...event.target.files]);
      event.target.value = '';
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      bring([...event.dataTransfer.files]);
    });
    canvas.addEventListener('webglcontextlost', () => tellTrouble('The browser has taken the graphics away. Reload the page ' +
      'to begin again; what you had saved is among your downloads.'));
    canvas.addEventListener('pointerdown', () => canvas.focus());
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    document.addEventListener('visibilitychange', () => (document.hidden ? keepSettings() : program._comeBack()));
    addEventListener('pagehide', keepSettings);
    addEventListener('hashchange', () => location.reload());
    setInterval(() => {
      byId('readings').textContent = program.UTF8ToString(program._readings());
      giveFiles();
    }, 1000);
  }

  async function start() {
    const given = argumentsOfLink(), trouble = missing() || (typeof given === 'string' && given);
    if (trouble) return tellTrouble(trouble);
    try {
      const wasm = await unpack();
      program = await startDrover({
        canvas,
        wasmBinary: wasm,
        arguments: given,
        preRun: [(module) => bringSettings(module.FS)],
        print: (text) => console.log(text),
        printErr: (text) => { said += `${text}\n`; console.warn(text); },
        onExit: (code) => { if (code !== 0) tellTrouble(plain(said)); },
      });
      if (said.startsWith('drover:')) return tellTrouble(plain(said));
      listen();
      byId('about').hidden = true;
      canvas.focus();
    } catch (error) {
      tellTrouble(plain(said) || `Drover has failed: ${error.message || error}`);
    }
  }

  addEventListener('load', start);
  return { askForFile: () => byId('chooser').click(), tellTrouble, program: () => program };
})();
