import type { Page, Route } from 'playwright-core';
import t from 'tap';
import { becomes, inTab, openAccount, settled, signIn, startBrowser } from './support/browser.js';
import { message, pick, readTags } from './support/edits.js';
import { sampleService, userToken } from './support/service.js';

const browser = await startBrowser(t);
const service = await sampleService(t);
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

const open = async (page: Page, at = path) => {
  await signIn(page, service.url, service.adminToken, at);
  await settled(page);
};

/** Answers some operations in place of the service. @param operation the beginning of its text */
const answer = (page: Page, operation: string, respond: (route: Route, number: number) => Promise<void>) => {
  let number = 0;
  return page.route('**/api/graphql', (route) => {
    const { query } = route.request().postDataJSON() as { query: string };
    if (!query.trim().startsWith(operation)) return route.fallback();
    number += 1;
    return respond(route, number);
  });
};

/** The service makes the change, and its answer is lost. */
const lose = async (route: Route) => {
  await route.fetch();
  await route.abort('connectionreset');
};

const refuse = (route: Route) =>
  route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"Too many requests."}' });

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
  await inTab(t, browser, { expected }, async (page) => {
    await open(page);
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
  await inTab(t, browser, { expected }, async (page) => {
    await open(page);
    await answer(page, 'mutation AddTags', lose);
    await addTag(page, 'Lost');
    await message(page, /^It is not known whether Lost was added/).waitFor();
    await page.getByRole('button', { name: 'Remove Lost', exact: true }).waitFor();
  });
});

t.test('the outcome for many counts what may have been changed apart from what was left', async (t) => {
  await createTag('Unsure');
  await inTab(t, browser, { expected }, async (page) => {
    await open(page, '/console/?query=*&types=DATASET');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await answer(page, 'mutation AddTags', lose);
    await addTag(page, 'Unsure');
    const text = page.getByText(/^Unsure added: /).first();
    await text.waitFor();
    t.match(await text.innerText(), /\d+ may have been changed/);
    t.notMatch(await text.innerText(), /left as they were/);
  });
});

t.test('an Undo that could not be sent can be tried again', async (t) => {
  await createTag('Again');
  await inTab(t, browser, { expected }, async (page) => {
    await open(page);
    await answer(page, 'mutation Undo', (route, number) => (number === 1 ? refuse(route) : route.fallback()));
    const before = await readTags(service, [dataset]);
    await addTag(page, 'Again');
    await message(page, 'Again was added').getByRole('button', { name: 'Undo' }).click();
    await message(page, 'Not undone. Too many requests.').getByRole('button', { name: 'Undo' }).click();
    await message(page, 'Undone').waitFor();
    t.same(await readTags(service, [dataset]), before);
  });
});

t.test(
  'an Undo whose answer is lost can be tried again, and then says that it was already done',
  async (t) => {
    await createTag('Twice');
    await inTab(t, browser, { expected }, async (page) => {
      await open(page);
      await answer(page, 'mutation UndoCall', (route, number) =>
        number === 1 ? lose(route) : route.fallback(),
      );
      const before = await readTags(service, [dataset]);
      await addTag(page, 'Twice');
      await message(page, 'Twice was added').getByRole('button', { name: 'Undo' }).click();
      await message(page, 'may have been made').getByRole('button', { name: 'Undo' }).click();
      await message(page, 'It was already undone').waitFor();
      t.same(await readTags(service, [dataset]), before);
    });
  },
);

t.test(
  'an Undo of several requests goes on where it has failed, and takes the newest back first',
  async (t) => {
    await inTab(t, browser, { expected }, async (page) => {
      await open(page);
      const calls: string[] = [];
      page.on('response', async (response) => {
        if (/mutation Describe/.test(response.request().postData() ?? ''))
          calls.push(response.headers()['x-request-id']!);
      });
      const undone: string[] = [];
      await answer(page, 'mutation UndoCall', (route, number) => {
        undone.push(route.request().postDataJSON().variables.changeSet);
        return number === 2 ? refuse(route) : route.fallback();
      });
      const boxes = page.locator('main table').getByRole('checkbox');
      await boxes.nth(1).check();
      await boxes.nth(2).check();
      await page.getByRole('button', { name: 'Describe', exact: true }).click();
      await page.getByRole('textbox', { name: 'Description' }).fill('in two requests');
      await page.getByRole('button', { name: 'Save' }).click();
      await message(page, 'is saved').getByRole('button', { name: 'Undo' }).click();
      const failure = message(page, '1 of 2 changes are undone. Too many requests.');
      await failure.getByRole('button', { name: 'Undo' }).click();
      await message(page, 'Undone').waitFor();
      await becomes(t, () => page.getByText('in two requests').count(), 0);
      const [first, second] = calls;
      t.same(undone, [second, first, first]);
    });
  },
);

t.test('after a part of an Undo was refused, columns show what is stored', async (t) => {
  await inTab(t, browser, {}, async (page) => {
    await open(page);
    const boxes = page.locator('main table').getByRole('checkbox');
    await boxes.nth(1).check();
    await boxes.nth(2).check();
    await page.getByRole('button', { name: 'Describe', exact: true }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('for both');
    await page.getByRole('button', { name: 'Save' }).click();
    const saved = message(page, 'is saved');
    await saved.waitFor();
    const { changes } = await service.graphql<{ changes: { changes: { fieldPath: string }[] } }>(
      'query ($urn: String!) { changes(input: { urn: $urn, count: 1 }) { changes { fieldPath } } }',
      { urn: dataset },
    );
    await service.graphql('mutation ($input: DescriptionUpdateInput!) { updateDescription(input: $input) }', {
      input: {
        ...{ resourceUrn: dataset, subResource: changes.changes[0]!.fieldPath },
        ...{ subResourceType: 'DATASET_FIELD', description: 'of another person' },
      },
    });
    await saved.getByRole('button', { name: 'Undo' }).click();
    await message(page, '1 of 2 changes are undone').waitFor();
    await page.getByText('of another person').waitFor();
    await becomes(t, () => page.getByText('for both').count(), 0);
  });
});

t.test('a second attempt does not create a new tag twice, and Escape drops what was checked', async (t) => {
  await inTab(t, browser, { expected }, async (page) => {
    await open(page);
    const created: string[] = [];
    let release = () => {};
    await answer(page, 'mutation CreatePickedTag', async (route) => {
      const { name } = route.request().postDataJSON().variables as { name: string };
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
      /CreatePickedTag/.test(response.request().postData() ?? ''),
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
  await inTab(t, browser, { expected }, async (page) => {
    await open(page, '/console/tags');
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
  await inTab(t, browser, { expected }, async (page) => {
    await open(page);
    await addTag(page, 'Private');
    await message(page, 'Private was added').hover();
    await openAccount(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Access token').waitFor();
    t.equal(await page.locator('.toast').count(), 0);
    await signIn(page, service.url, token, path);
    await settled(page);
    t.equal(await page.locator('.toast').count(), 0);
  });
});
