import type { Page } from 'playwright-core';
import t from 'tap';
import { answer, lose, refuse } from './support/answers.js';
import { becomes, openAccount, settled, signIn } from './support/browser.js';
import { message, pick, readTags } from './support/edits.js';
import { openConsole, userToken } from './support/service.js';

const { service, visit } = await openConsole(t);
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const path = `/console/entity?urn=${encodeURIComponent(dataset)}`;
/** What the browser says of requests that fail. */
const expected = /Failed to load resource/;

const createTag = async (name: string) => {
  await service.graphql('mutation ($input: CreateTagInput!) { createTag(input: $input) }', {
    input: { id: name, name },
  });
  return `urn:li:tag:${name}`;
};

const addTag = async (page: Page, ...names: readonly string[]) => {
  await page.getByRole('button', { name: 'Add tags', exact: true }).click();
  await pick(page, ...names);
};

t.test('an answer that is not one of the service is named, and keeps what was typed', async (t) => {
  const pages = {
    'a page of a proxy': { status: 200, contentType: 'text/html', body: '<p>Sign in to the network' },
    'a body that was cut off': { status: 200, contentType: 'application/json', body: '{"data":{' },
    'no body': { status: 204 },
    'an error of a proxy': { status: 502, contentType: 'text/html', body: '<h1>Bad gateway' },
  };
  await visit(t, path, { expected }, async (page) => {
    let now: (typeof pages)[keyof typeof pages] = pages['no body'];
    await answer(page, 'mutation Describe', (route) => route.fulfill(now));
    await page
      .getByRole('button', { name: /^(Edit|Add a description)$/ })
      .first()
      .click();
    const field = page.getByRole('textbox', { name: 'Description' });
    for (const [name, response] of Object.entries(pages)) {
      now = response;
      await field.fill(name);
      await page.getByRole('button', { name: 'Save' }).click();
      const failure = page.getByRole('alert').filter({ hasText: 'may have been made' });
      await failure.waitFor();
      t.match(await failure.innerText(), /^(The response could not be read|The service answered 502)/, name);
      t.equal(await field.inputValue(), name);
    }
  });
});

t.test('a change whose answer is lost is not said to have failed, and the page shows it', async (t) => {
  await createTag('Lost');
  await visit(t, path, { expected }, async (page) => {
    await answer(page, 'mutation AddTags', lose);
    await addTag(page, 'Lost');
    await message(page, /^It is not known whether Lost was added/).waitFor();
    await page.getByRole('button', { name: 'Remove Lost', exact: true }).waitFor();
  });
});

t.test('the outcome for many counts what may have been changed apart from what was left', async (t) => {
  await createTag('Unsure');
  await visit(t, '/console/?query=*&types=DATASET', { expected }, async (page) => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await answer(page, 'mutation AddTags', lose);
    await addTag(page, 'Unsure');
    const text = page.getByText(/^Unsure added: /).first();
    await text.waitFor();
    t.match(await text.innerText(), /\d+ may have been changed/);
    t.notMatch(await text.innerText(), /left as they were/);
  });
});

t.test('a second attempt does not create a new tag twice, and Escape drops what was checked', async (t) => {
  await visit(t, path, { expected }, async (page) => {
    const created: string[] = [];
    let release = () => {};
    await answer(page, 'mutation CreateTag', async (route) => {
      const { name } = route.request().postDataJSON().variables.input as { name: string };
      created.push(name);
      if (created.length === 2) return refuse(route);
      if (name === 'Late')
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      return route.fallback();
    });
    await page.getByRole('button', { name: 'Add tags', exact: true }).click();
    const picker = page.getByRole('dialog', { name: /^Tags of/ });
    const check = async (name: string) => {
      await picker.getByRole('combobox').fill(name);
      await picker.getByRole('option', { name: `Create tag “${name}”` }).click();
    };
    await check('One');
    await check('Two');
    await page.keyboard.press('Control+Enter');
    await picker.getByRole('alert').filter({ hasText: 'Too many requests.' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await message(page, '2 tags were added').waitFor();
    t.same(created, ['One', 'Two', 'Two']);

    await page.getByRole('button', { name: 'Add tags', exact: true }).click();
    await check('Late');
    const answered = page.waitForResponse((response) =>
      /CreateTag/.test(response.request().postData() ?? ''),
    );
    await page.keyboard.press('Control+Enter');
    await becomes(t, async () => created.length, 4);
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'hidden' });
    release();
    await (await answered).finished();
    await addTag(page, 'Again');
    await message(page, 'Again was added').waitFor();
    t.notOk((await readTags(service, [dataset])).some((text) => /late/i.test(text)));
    t.equal(await page.getByRole('button', { name: 'Remove Late', exact: true }).count(), 0);
  });
});

t.test('a form that was sent stays until its answer is there', async (t) => {
  await visit(t, '/console/tags', { expected }, async (page) => {
    let release = () => {};
    const sent = new Promise<void>((resolve) => {
      answer(page, 'mutation CreateTag', async (route) => {
        resolve();
        await new Promise<void>((next) => {
          release = next;
        });
        await refuse(route);
      });
    });
    await page.getByRole('button', { name: 'Create a tag' }).click();
    const form = page.getByRole('dialog', { name: 'Create a tag' });
    await form.getByLabel('Name', { exact: true }).fill('Slow');
    await form.getByRole('button', { name: 'Create tag' }).click();
    await sent;
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    t.ok(await form.getByRole('button', { name: 'Cancel' }).isDisabled());
    release();
    await form.getByRole('alert').filter({ hasText: 'Too many requests.' }).waitFor();
    t.equal(await form.getByLabel('Name', { exact: true }).inputValue(), 'Slow');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
  });
});

t.test('messages are not for the next person', async (t) => {
  await createTag('Private');
  const token = await userToken(service, 'next');
  await visit(t, path, { expected }, async (page) => {
    await addTag(page, 'Private');
    await message(page, 'Private was added').hover();
    await openAccount(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Access token').waitFor();
    // A page that waits for a slow service says so, and that sentence tells nothing about the person before.
    const left = page.locator('.toast:not(.waiting)');
    t.equal(await left.count(), 0);
    await signIn(page, service.url, token, path);
    await settled(page);
    t.equal(await left.count(), 0);
  });
});

t.test('a busy service is asked again, and the page says what it waits for', async (t) => {
  await createTag('Patient');
  await visit(t, path, { expected }, async (page) => {
    let attempts = 0;
    let release = () => {};
    await answer(page, 'mutation AddTags', async (route) => {
      attempts += 1;
      if (attempts === 1)
        return route.fulfill({
          ...{ status: 503, headers: { 'retry-after': '1' }, contentType: 'application/json' },
          body: '{"errors":[{"message":"Busy."}],"data":null}',
        });
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return route.fallback();
    });
    await addTag(page, 'Patient');
    const slow = page.getByText('a change has had no response for 10 seconds');
    await slow.waitFor();
    release();
    await message(page, 'Patient was added').waitFor();
    await slow.waitFor({ state: 'hidden' });
    t.equal(attempts, 2);
  });
});
