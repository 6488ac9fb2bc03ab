import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import axe from 'axe-core';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import type { Test } from 'tap';
import { root } from '../../support/root.js';
import { withPalette } from './palette-png.js';

const places = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
];

/**
 * Starts Debian's browser; nothing is downloaded. The shell is Chromium without the parts that nobody sees here: it needs
 * 0.4 times the processor time of a headless Chromium.
 */
export async function startBrowser(t: Test): Promise<Browser> {
  const executablePath = places.find((path) => path !== '' && existsSync(path));
  if (!executablePath)
    throw new Error(
      'There is no Chromium here. Install it (Debian: apt-get install chromium-headless-shell).',
    );
  const browser = await chromium.launch({
    executablePath,
    // Chromium's sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-dev-shm-usage'],
  });
  t.teardown(() => browser.close());
  return browser;
}

export interface TabOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** Messages of the browser's console that the test causes, such as refused requests. */
  readonly expected?: RegExp;
}

/** Works in a tab with cookies of its own. Errors in its console and violations of the page's policy fail the test. */
export async function inTab(
  t: Test,
  browser: Browser,
  options: TabOptions,
  work: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { theme = 'light', width = 1_280, expected } = options;
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  const add = (text: string) => {
    if (!expected?.test(text)) problems.push(text);
  };
  page.on('pageerror', (error) => add(`${error}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) add(`${message.text()} (${message.location().url})`);
  });
  try {
    await work(page);
    t.same(problems, [], 'no error and no violation of the policy');
  } finally {
    await context.close();
  }
}

/** Signs in with an access token on the page that asks for it. */
export async function signIn(page: Page, url: string, token: string, path = '/console/'): Promise<void> {
  await page.goto(url + path);
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await sections(page).waitFor();
}

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });

/** The link of one section. Links of the same name may stand in the page below. */
export const section = (page: Page, name: string): Locator =>
  sections(page).getByRole('link', { name, exact: true });

/** The results of a search. */
export const results = (page: Page): Locator =>
  page.getByRole('region', { name: 'Results' }).getByRole('listitem');

/** Opens the menu of the signed-in user. */
export const openAccount = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Account of / }).click();

/** Chooses an entry of a menu. @param menu the name of its button, as in "Actions for nightly" */
export async function choose(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Opens a menu with the keyboard. Its keys are those of the page until its first entry has the focus. */
export async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).press('Enter');
  await page.getByRole('menuitem').and(page.locator(':focus')).waitFor();
}

/** Opens an address, and waits until all of the page is loaded. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

/** Waits until nothing of the page is loaded any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/**
 * Waits until a part of the page has a value, and fails with the value that it has after 15 seconds. An action of the
 * browser ends before the page has drawn what follows from it, so a value that is read once can be the one before.
 */
export async function becomes<T>(
  t: Test,
  read: () => Promise<T>,
  expected: T,
  name = 'it becomes this value',
): Promise<void> {
  const end = Date.now() + 15_000;
  let value = await read();
  while (!isDeepStrictEqual(value, expected) && Date.now() < end) {
    await setTimeout(20);
    value = await read();
  }
  t.same(value, expected, name);
}

/** Whether no part of the page is beside its window. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');

/**
 * Waits until what moves once has come to rest. A dialog that is still faded in has other colors than it is read with,
 * which axe measures as they are at that moment.
 */
const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  )`);

/**
 * Fails for serious findings of axe about the page as it is.
 *
 * @param rules those of axe, all without it
 */
export async function checkAccessible(t: Test, page: Page, name: string, ...rules: string[]): Promise<void> {
  const only = rules.length ? { runOnly: rules } : {};
  await page.evaluate(axe.source);
  await atRest(page);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], ...only })})`,
  );
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
  t.same(serious, [], `${name}: axe finds nothing serious`);
}

/** Where `SCREENSHOTS=1` puts what docs/console.md shows. */
const folder = fileURLToPath(new URL('docs/screenshots/', root));

export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.png`, withPalette(await page.screenshot({ animations: 'disabled' })));
}
