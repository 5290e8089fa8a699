// drover.html in a browser: what is on screen by the names that the window gives, and waits until something is so.
import { fileURLToPath } from 'node:url';
import { wait } from './browser.mjs';

const file = process.env.DROVER_PAGE ?? fileURLToPath(new URL('../../build/web/drover.html', import.meta.url));

export const address = (link) => `file://${file}#${link}`;

// Before the page's own code: the program then keeps the list of what is on screen.
const keepsTheMap = `{
  let start;
  Object.defineProperty(globalThis, 'startDrover', {
    set(made) { start = made; },
    get() { return (module) => start({ ...module, arguments: ['--ui-map=/tmp/map.json', ...module.arguments] }); },
  });
}`;

export async function openDrover(browser, link = '', options = {}) {
  const begin = Date.now();
  const page = await browser.openPage(address(link), { ...options, before: keepsTheMap });
  await page.until('!!document.getElementById("trouble")');
  await page.until('document.getElementById("about").hidden || document.getElementById("trouble").textContent', 60);
  const trouble = await page.value('document.getElementById("trouble").textContent');
  if (trouble) throw new Error(trouble);
  const drover = new Drover(page);
  await drover.until('the first picture', async () => (await drover.items()).length > 0);
  drover.opened_s = (Date.now() - begin) / 1000;
  return drover;
}

class Drover {
  constructor(page) {
    this.page = page;
  }

  async items() {
    return JSON.parse(await this.page.value(`(() => {
      const fs = drover.program().FS;
      return fs.analyzePath('/tmp/map.json').exists ? fs.readFile('/tmp/map.json', { encoding: 'utf8' }) : '[]';
    })()`));
  }
  async item(name) {
    return (await this.items()).find((one) => one.name === name);
  }
  async valueOf(name) {
    return (await this.item(name))?.value;
  }
  async until(what, isSo, within_s = 30) {
    for (const begin = Date.now(); !(await isSo());) {
      if (Date.now() - begin > within_s * 1000) throw new Error(`not within ${within_s} s: ${what}`);
      await wait(60);
    }
  }
  async placeOf(name, share = 0.5) {
    let item;
    await this.until(`${name} on screen`, async () => (item = await this.item(name)));
    const [x, y, width, height] = item.rect;
    return [x + width * share, y + height / 2];
  }
  async click(name) {
    await this.page.click(...(await this.placeOf(name)));
  }
  async drag(name, from, to) {
    await this.page.drag(await this.placeOf(name, from), await this.placeOf(name, to));
  }
  async pause(is_wanted = true) {
    const isPaused = async () => /, paused/.test(await this.words());
    if ((await isPaused()) === is_wanted) return;
    await this.page.press(' ');
    await this.until(is_wanted ? 'a pause' : 'that it goes on', async () => (await isPaused()) === is_wanted);
  }
  hash() {
    return this.page.value('drover.program().UTF8ToString(drover.program()._stateHash())');
  }
  words() {
    return this.page.value('drover.program().UTF8ToString(drover.program()._readings())');
  }
  time_s() {
    return this.valueOf('status').then((text) => Number(/([\d.]+) s, frame/.exec(text)[1]));
  }
  frame() {
    return this.valueOf('status').then((text) => Number(/frame ([\d,]+)/.exec(text)?.[1].replaceAll(',', '')));
  }
}
