// What a person does with drover.html, in a headless Chromium:
// node all.mjs [--quick] DROVER_LAB [FOLDER FOR PICTURES [PARTS...]]
// Prints a line for each thing that was seen; the first that is not ends it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, wait } from './browser.mjs';
import { address, openDrover as open } from './drover_page.mjs';

const given = process.argv.slice(2), is_quick = given[0] === '--quick';
const [lab, wanted_folder, ...wanted_parts] = is_quick ? given.slice(1) : given;
const pictures = wanted_folder ?? mkdtempSync(join(tmpdir(), 'drover-pictures-'));
mkdirSync(pictures, { recursive: true });
const runLab = (...words) => execFileSync(lab, words, { encoding: 'utf8' });
const browser = await openBrowser();
let seen = 0, last = null;
const say = (text) => console.log(`ok ${++seen} ${text}`);

async function openDrover(...how) {
  return (last = await open(...how));
}

async function close(drover) {
  await drover.page.send('Page.close');
}

async function downloadOf(ending) {
  const find = () => existsSync(browser.downloads) &&
    readdirSync(browser.downloads).find((name) => name.endsWith(ending));
  for (let i = 0; i < 400 && !find(); ++i) await wait(50);
  assert(find(), `no download that ends with ${ending}`);
  return join(browser.downloads, find());
}

// The same frames as the lab's, to the bit.
async function firstLook() {
  const drover = await openDrover(browser, 'plains&clock=model&seed=3');
  say(`the first picture ${drover.opened_s.toFixed(1)} s after the page was asked for`);
  await drover.pause();
  const frame = await drover.frame(), hash = await drover.hash();
  const line = runLab('run', 'plains', '--seed', '3', '--frames', String(frame), '--hash');
  assert(line.includes(hash), `frame ${frame}: ${hash} in the page, the lab says ${line}`);
  say(`frame ${frame} has the bits of the lab: ${hash}`);
  await drover.drag('load.budget_ms', 0.62, 0.3);
  const budget = await drover.valueOf('load.budget_ms');
  assert.notEqual(budget, '4.00 ms');
  say(`the budget was dragged from 4.00 ms to ${budget}`);
  assert.deepEqual(drover.page.requests.filter((url) => !/^(file|data|blob):/.test(url)), []);
  say('nothing was asked for from elsewhere');
  return drover;
}

async function spikeAndTime(drover) {
  await drover.pause(false);
  await drover.click('spike.inject');
  await drover.until('the spike', async () => await drover.item('spike.banner'));
  say(`the spike was pressed: ${await drover.valueOf('spike.banner')}`);
  await drover.page.picture(join(pictures, 'spike-1280.png'));
  await drover.pause();
  const before = await drover.frame();
  await drover.drag('time.strip', 0.9, 0.3);
  await drover.until('an earlier moment', async () => (await drover.frame()) < before);
  say(`rewound from frame ${before} to ${await drover.frame()}`);
  await drover.drag('load.budget_ms', 0.3, 0.5);
  await drover.pause(false);
  const from = await drover.frame();
  await drover.until('a fork that goes on', async () => (await drover.frame()) > from + 5);
  say(`forked there: frame ${await drover.frame()} with a budget of ${await drover.valueOf('load.budget_ms')}`);
}

async function recordings(drover) {
  await drover.pause();
  const frame = await drover.frame(), hash = await drover.hash();
  await drover.page.press('s', 2);
  await drover.page.press('Enter');
  const recording = await downloadOf('.drover');
  const told = runLab('replay', recording);
  say(`a recording made here, on the desktop: ${told.trim().split('\n').at(-1)}`);
  assert.match(told, /the same bits in every frame, and at the end/);
  assert(Number.isFinite(frame) && hash.length === 16);
}

async function otherWay() {
  const recording = join(mkdtempSync(join(tmpdir(), 'drover-other-')), 'desktop.drover');
  runLab('run', 'hunt', '--frames', '200', '--record', recording);
  const drover = await openDrover(browser, 'plains&clock=model');
  const { root } = await drover.page.send('DOM.getDocument');
  const { nodeId } = await drover.page.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#chooser' });
  await drover.page.send('DOM.setFileInputFiles', { nodeId, files: [recording] });
  await drover.until('the recording', async () => /hunt/i.test(await drover.words()));
  await drover.page.press('End');
  await drover.until('its end', async () => (await drover.frame()) >= 200, 60);
  await drover.pause();
  const frame = await drover.frame(), hash = await drover.hash();  // the world goes on behind its end
  const end = runLab('run', 'hunt', '--frames', String(frame), '--hash');
  assert(end.includes(hash), `${hash} in the page, the lab says ${end}`);
  say(`a recording of 200 frames of the desktop, opened here: frame ${frame} has its bits, ${hash}`);
  await close(drover);
}

// To the end of its last step, with the keys: 1 chooses, Enter goes on; a number is taken as it stands.
async function lesson() {
  const drover = await openDrover(browser, 'lesson=overload');
  let steps = 0;
  for (let is_last = false; !is_last; ++steps) {
    await drover.until('a question', async () => (await drover.item('lesson.choice.1')) ?? (await drover.item('lesson.commit')), 120);
    await drover.until('the start of the step', async () => !(await drover.items()).some((one) => one.name === 'lesson.place'), 120);
    if (await drover.item('lesson.commit')) await drover.click('lesson.commit');
    else await drover.page.press('1');
    await drover.until('an answer', async () => !/disabled/.test(await drover.valueOf('lesson.run')));
    await drover.click('lesson.run');
    await drover.until('what happened', async () => await drover.item('lesson.verdict'), 240);
    if (steps === 0) await drover.page.picture(join(pictures, 'lesson-1280.png'));
    is_last = (await drover.valueOf('lesson.next')) === 'disabled';
    if (!is_last) await drover.page.press('Enter');
  }
  say(`a lesson was walked to its end: ${steps} steps`);
  await close(drover);
}

async function ownManager() {
  const drover = await openDrover(browser, 'plains&clock=model', { width: 1920, height: 1080 });
  await drover.page.press('/');
  await drover.page.type('your own');
  await drover.page.press('Enter');
  await drover.click('own.text');
  await drover.page.press('a', 2);
  await drover.page.type('function plan(frame, tasks) tasks:compress() end');
  await drover.page.press('Enter', 2);
  await drover.until('the own manager', async () => /manager Your own/.test(await drover.words()));
  await drover.until('that it runs', async () => /^It runs/.test(await drover.valueOf('own.state')));
  await drover.page.picture(join(pictures, 'own-1920.png'));
  say(`an own manager was written and taken up: ${await drover.valueOf('own.state')}`);
  await close(drover);
}

async function keptThings() {
  const drover = await openDrover(browser, 'plains&clock=model');
  const hasPlots = async () => (await drover.items()).some((one) => one.name.startsWith('plot'));
  assert(!(await hasPlots()));
  await drover.page.press('p');
  await drover.until('plots', hasPlots);
  await drover.page.value('window.is_old = true');
  await drover.page.send('Page.reload');
  await drover.page.until('!window.is_old && !!document.getElementById("about")?.hidden', 60);
  await drover.until('plots once more', hasPlots);
  say('plots that were open are open after the page was loaded again');
  await drover.page.press('/');
  await drover.page.type('can you');
  await drover.page.press('Enter');
  await drover.until('panes', async () => await drover.item('tell.ready'), 120);
  await drover.page.press(' ');
  await drover.until('a question', async () => await drover.item('tell.question'), 60);
  await drover.page.picture(join(pictures, 'can-you-tell-1280.png'));
  await drover.page.press('2');
  await wait(2500);
  const answers = () => (existsSync(browser.downloads) ? readdirSync(browser.downloads) : []).filter((name) => name.startsWith('can-'));
  assert.deepEqual(answers(), []);
  await drover.page.press('Escape');  // to the verdict
  await wait(1000);
  await drover.page.press('Escape');
  await downloadOf('can-you-tell-1.json');
  say('answers of the blind test are given once, when it is left');
  await close(drover);
}

async function phone() {
  const drover = await openDrover(browser, 'plains&clock=model', { width: 360, height: 740, isPhone: true });
  await drover.page.picture(join(pictures, 'phone-360.png'));
  const before = await drover.valueOf('world.view');
  const { page } = drover;
  await page.touch('touchStart', [[140, 400]]);
  await page.touch('touchStart', [[140, 400], [220, 400]]);
  for (let i = 1; i <= 8; ++i) {
    await page.touch('touchMove', [[140 - 8 * i, 400], [220 + 8 * i, 400]]);
    await wait(80);
  }
  await page.touch('touchEnd', []);
  await drover.until('a zoom', async () => parseFloat(await drover.valueOf('world.view')) < parseFloat(before) * 0.8);
  say(`two fingers zoom: from ${before} to ${await drover.valueOf('world.view')}`);
  await drover.click('transport.pause');
  await drover.until('a pause by a finger', async () => /paused/.test(await drover.words()));
  const wide = (await drover.items()).filter((one) => one.rect[0] < 0 || one.rect[0] + one.rect[2] > 361);
  assert.deepEqual(wide.filter((one) => !one.name.startsWith('world.')), [], 'all controls are on the screen');
  say('all controls are within 360 pixels');
  await close(drover);
}

async function sizes() {
  for (const [width, height, link] of [[1280, 720, 'plains'], [1920, 1080, 'hunt&sight=eyes'], [1920, 1080, 'fire-drill&theme=light']]) {
    const drover = await openDrover(browser, `${link}&clock=model`, { width, height });
    await wait(3000);
    await drover.page.picture(join(pictures, `${link.replace(/\W/g, '-')}-${width}.png`));
    await close(drover);
  }
  say('pictures of three sizes');
}

// A tab behind another one: no time passes there.
async function background() {
  const drover = await openDrover(browser, 'plains');
  await wait(1000);
  const other = await browser.openPage('about:blank');
  await other.bringToFront();
  await drover.page.until('document.hidden');
  const before = await drover.time_s();
  await wait(4000);
  assert.equal(await drover.time_s(), before);
  await drover.page.bringToFront();
  await drover.until('that it goes on', async () => (await drover.time_s()) > before);
  const after = await drover.time_s();
  assert(after - before < 2, `${before} s, then ${after} s`);
  say(`a tab that was in the background for 4 s goes on where it was: ${before.toFixed(2)} s, then ${after.toFixed(2)} s`);
  await other.send('Page.close');
  await close(drover);
}

async function refusals() {
  for (const link of ['colour=blue', 'constructor=x', '--help', 'scenario=--record', 'seed=x', 'lesson=', 'ui-map=x.json']) {
    const page = await browser.openPage(address(link));
    await page.until('document.getElementById("trouble")?.textContent');
    const text = await page.value('document.getElementById("trouble").textContent');
    assert.match(text, /allowed/);
    assert(!/--help for/.test(text), text);
    say(`a link that is wrong: ${text}`);
    await page.send('Page.close');
  }
}

// A name of one's own is downloaded, however fast it is typed, or refused; graphics that are taken away have their words.
async function ownNames() {
  const drover = await openDrover(browser, 'corridor&clock=model');
  await drover.page.press('s', 2);
  for (const name of ['a/b.drover', '/tmp/x.drover', '~/x.drover', '.x.drover']) {
    await drover.page.press('a', 2);
    await drover.page.type(name);
    await drover.page.press('Enter');
    await drover.until('a refusal', async () => /it is downloaded/.test(await drover.valueOf('files.note')));
    say(`a name that is not downloaded: ${await drover.valueOf('files.note')}`);
  }
  const name = `${'my own name '.repeat(16)}is-mine.drover`;
  assert(name.length > 200);
  await drover.page.press('a', 2);
  await drover.page.typeAtOnce(name);
  await downloadOf('is-mine.drover');
  say(`a recording was saved under a name of ${name.length} letters, typed between two frames`);
  await drover.page.value('document.getElementById("canvas").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext()');
  await drover.page.until('/graphics/.test(document.getElementById("trouble").textContent)');
  say(`the graphics are taken away: ${await drover.page.value('document.getElementById("trouble").textContent')}`);
  await close(drover);
}

// PART... of the command line, or all.
const parts = { desk, otherWay, phone, lesson, ownManager, keptThings, sizes, background, refusals, ownNames };
async function desk() {
  const drover = await firstLook();
  if (!is_quick) {
    await spikeAndTime(drover);
    await recordings(drover);
  }
  await close(drover);
}

try {
  for (const name of is_quick ? ['desk'] : wanted_parts.length ? wanted_parts : Object.keys(parts)) await parts[name]();
  console.log(`${seen} passed, 0 failed`);
} catch (error) {
  console.log(`not ok ${seen + 1} ${error.stack}`);
  await last?.page.picture(join(pictures, 'failed.png'));
  console.log(`its picture: ${join(pictures, 'failed.png')}`);
  console.log(`${seen} passed, 1 failed`);
  process.exitCode = 1;
} finally {
  browser.close();
}
