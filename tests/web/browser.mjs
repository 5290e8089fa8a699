// A headless Chromium that a test drives over its debugging protocol, by a pipe: real pointer and key events, pictures,
// the page's own words.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = process.env.CHROMIUM ?? 'chromium';

export async function openBrowser() {
  const folder = mkdtempSync(join(tmpdir(), 'drover-web-'));
  const child = spawn(program, ['--headless=new', '--no-sandbox', '--remote-debugging-pipe', `--user-data-dir=${folder}`,
    '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--hide-scrollbars', '--mute-audio',
    '--no-first-run', 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const waiting = new Map(), heard = [];
  let next = 1, rest = '';
  child.stdio[4].on('data', (bytes) => {
    const messages = (rest + bytes).split('\0');
    rest = messages.pop();
    for (const text of messages) {
      const message = JSON.parse(text);
      const answer = waiting.get(message.id);
      waiting.delete(message.id);
      if (!answer) heard.forEach((hear) => hear(message));
      else if (message.error) answer.reject(new Error(`${answer.method}: ${message.error.message}`));
      else answer.resolve(message.result);
    }
  });
  const send = (method, params = {}, sessionId) => new Promise((resolve, reject) => {
    waiting.set(next, { method, resolve, reject });
    child.stdio[3].write(`${JSON.stringify({ id: next++, method, params, sessionId })}\0`);
  });
  const downloads = join(folder, 'downloads');
  await send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  return {
    downloads,
    async openPage(address, { width = 1280, height = 720, isPhone = false, before = '' } = {}) {
      const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const page = new Page((method, params) => send(method, params, sessionId));
      page.bringToFront = () => send('Target.activateTarget', { targetId });
      heard.push((message) => { if (message.sessionId === sessionId) page.hear(message); });
      await page.send('Page.enable');
      await page.send('Runtime.enable');
      await page.send('Network.enable');
      await page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: isPhone });
      if (isPhone) await page.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
      if (before) await page.send('Page.addScriptToEvaluateOnNewDocument', { source: before });
      await page.send('Page.navigate', { url: address });
      return page;
    },
    close() {
      child.kill();
      child.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    },
  };
}

const keys = {
  '/': [191, 'Slash', '/'], End: [35, 'End'], Enter: [13, 'Enter', '\r'], Escape: [27, 'Escape'], Tab: [9, 'Tab'], ' ': [32, 'Space', ' '], Home: [36, 'Home'],
  ArrowLeft: [37, 'ArrowLeft'], ArrowRight: [39, 'ArrowRight'], Backspace: [8, 'Backspace'], F1: [112, 'F1'], F5: [116, 'F5'],
};

class Page {
  constructor(send) {
    this.send = send;
    this.console = [];
    this.requests = [];
  }

  hear({ method, params }) {
    if (method === 'Runtime.consoleAPICalled') this.console.push(params.args.map((one) => one.value).join(' '));
    if (method === 'Runtime.exceptionThrown') this.console.push(params.exceptionDetails.exception?.description ?? '?');
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
  }

  async value(expression) {
    const answer = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (answer.exceptionDetails) throw new Error(`${expression}: ${answer.exceptionDetails.exception?.description}`);
    return answer.result.value;
  }

  // Until the expression is true, in seconds; throws when it takes longer.
  async until(expression, within_s = 20) {
    const begin = Date.now();
    while (!(await this.value(expression))) {
      if (Date.now() - begin > within_s * 1000) throw new Error(`not within ${within_s} s: ${expression}`);
      await wait(50);
    }
    return (Date.now() - begin) / 1000;
  }

  async picture(file) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    writeFileSync(file, Buffer.from(data, 'base64'));
  }

  mouse(type, x, y, more = {}) {
    return this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, ...more });
  }
  async click(x, y) {
    await this.mouse('mouseMoved', x, y, { button: 'none' });
    await wait(100);
    await this.mouse('mousePressed', x, y);
    await wait(100);
    await this.mouse('mouseReleased', x, y);
    await wait(200);
  }
  async drag(from, to) {
    await this.mouse('mouseMoved', ...from, { button: 'none' });
    await wait(100);
    await this.mouse('mousePressed', ...from);
    for (let i = 1; i <= 8; ++i) {
      await this.mouse('mouseMoved', from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8);
      await wait(60);
    }
    await this.mouse('mouseReleased', ...to);
    await wait(200);
  }
  touch(type, points) {
    return this.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  }

  // A key by its name, with Ctrl (2) or Shift (8).
  async press(key, modifiers = 0) {
    const letter = /^[a-z0-9]$/.test(key);
    const held = { 2: ['Control', 'ControlLeft', 17], 8: ['Shift', 'ShiftLeft', 16] }[modifiers];
    const hold = (type) => held && this.send('Input.dispatchKeyEvent',
      { type, key: held[0], code: held[1], windowsVirtualKeyCode: held[2], modifiers: type === 'keyUp' ? 0 : modifiers });
    await hold('rawKeyDown');
    const [code, name, text] = letter ? [key.toUpperCase().charCodeAt(0), `Key${key.toUpperCase()}`, key] : keys[key];
    const event = { key, code: letter && /[0-9]/.test(key) ? `Digit${key}` : name, windowsVirtualKeyCode: code, modifiers };
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', text: modifiers & 2 ? undefined : text, ...event });
    await wait(80);
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    await hold('keyUp');
    await wait(150);
  }
  // A text and Enter in one task of the browser, so between two frames, however fast they come.
  async typeAtOnce(text) {
    await this.value(`(() => {
      const send = (type, key, code, number) => document.getElementById('canvas').dispatchEvent(new KeyboardEvent(type,
        { key, code, keyCode: number, which: number, charCode: type === 'keypress' ? number : 0, bubbles: true, cancelable: true }));
      for (const letter of ${JSON.stringify(text)}) {
        const code = /[a-z]/.test(letter) ? 'Key' + letter.toUpperCase() : { '.': 'Period', ' ': 'Space', '-': 'Minus' }[letter];
        const number = letter.charCodeAt(0);
        send('keydown', letter, code, letter.toUpperCase().charCodeAt(0));
        send('keypress', letter, code, number);
        send('keyup', letter, code, letter.toUpperCase().charCodeAt(0));
      }
      for (const type of ['keydown', 'keyup']) send(type, 'Enter', 'Enter', 13);
    })()`);
  }
  async type(text) {
    for (const letter of text) await this.send('Input.dispatchKeyEvent', { type: 'char', text: letter });
    await wait(200);
  }
}

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
