import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { main, temporaryFolder } from '../faults/support/service.js';
import { checkAccessible, inTab, startBrowser } from './support/browser.js';

const browser = await startBrowser(t);
const linkPattern = / {2}(http:\/\/127\.0\.0\.1:\d+\/console\/sign-in#(\w+))/;

/** Starts the service on a pseudo-terminal, as a person does. */
async function onTerminal(t: Test, cwd: string) {
  const child = spawn(
    'script',
    ['-qec', `exec "${process.execPath}" "${main}" serve --port 0`, '/dev/null'],
    {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  t.teardown(() => child.kill());
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  while (!/Ctrl-C stops/.test(output)) {
    if (child.exitCode !== null) throw new Error(output);
    await sleep(50);
  }
  return {
    text: () => output.replaceAll('\r', ''),
    async stop(): Promise<number | null> {
      child.stdin.write('\x03');
      return (await ended)[0];
    },
  };
}

t.test('a start on a terminal prints a link that signs in once', async (t) => {
  const folder = temporaryFolder(t);
  const service = await onTerminal(t, folder);
  const [, link = '', secret = ''] = linkPattern.exec(service.text()) ?? [];
  t.match(service.text(), /catalog \S+ is at http:\S+\/console\/\n\nSign in as admin with this link/);
  t.ok(secret, service.text());
  t.notMatch(service.text(), /migration|index sizes|curl/, 'and nothing of the making of the database');
  const heading = 'Sign in as the first administrator?';

  await inTab(t, browser, { expected: /status of 401/ }, async (page) => {
    await page.goto(link);
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: heading }).waitFor();
    await checkAccessible(t, page, 'sign-in link');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Account of admin' }).waitFor();
    t.notMatch(page.url(), secret, 'the address has the secret no more');

    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This link has been used or has expired.').waitFor();
    await checkAccessible(t, page, 'used sign-in link');
    // Another link in the same tab changes the fragment only.
    await page.evaluate("location.hash = '0'.repeat(32)");
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This link has been used or has expired.').waitFor();
    await page.getByRole('link', { name: 'Other ways to sign in' }).click();
    await page.getByRole('button', { name: 'Account of admin' }).waitFor();
  });
  t.match(service.text(), /POST \/console\/session 200/, 'the log of the requests');
  t.equal(service.text().split(secret).length, 2, 'has the secret nowhere else');
  t.equal(await service.stop(), 0, 'Ctrl-C stops it');
});
