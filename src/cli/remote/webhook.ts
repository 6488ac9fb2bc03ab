import { type Command, Option } from 'commander';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  takeOverWebhook,
  testWebhook,
  updateWebhook,
} from '../../client/webhook.js';
import { eventCategories, operations } from '../../datahub/change-kinds.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { confirm } from './command.js';
import { formatTime } from './output.js';
import { type PageInput, pages } from './paging.js';
import { addTo, type ListOptions, type RemoteCommand } from './remote-command.js';
import { sinceOption } from './time.js';
import { deliveryColumns, webhookColumns } from './webhook-model.js';

const needs = ['MANAGE_WEBHOOKS'] as const;

interface Filter {
  readonly category?: string[];
  readonly operation?: string[];
  readonly entityType?: string[];
  readonly tag?: string[];
  readonly platform?: string[];
  readonly container?: string[];
}

interface UpdateOptions extends Filter {
  readonly name?: string;
  readonly endpoint?: string;
  readonly everything?: boolean;
}

interface ReplayOptions {
  readonly delivery?: string;
  /** ms since the epoch */
  readonly since?: number;
}

/** Adds the options of a filter. */
const withFilter = (command: RemoteCommand) =>
  command
    .addOption(new Option('--category <category...>', 'kinds of changes').choices(eventCategories))
    .addOption(new Option('--operation <operation...>', 'kinds of operations').choices(operations))
    .option('--entity-type <type...>', 'types of entities, such as dataset')
    .option('--tag <urn...>', 'tags that are added or removed, or that change themselves')
    .option('--platform <platform...>', 'platforms of the entities, such as hive')
    .option('--container <urn...>', 'containers that the entities are in');

/** Returns the lists of the API. @param rest for a list that is not given */
const toLists = (options: Filter, rest?: string[]) => ({
  categories: options.category ?? rest,
  operations: options.operation ?? rest,
  entityTypes: options.entityType ?? rest,
  tagUrns: options.tag ?? rest,
  platforms: options.platform ?? rest,
  containers: options.container ?? rest,
});

const toUpdate = (options: UpdateOptions) => ({
  name: options.name,
  url: options.endpoint,
  ...toLists(options, options.everything ? [] : undefined),
});

export function webhookCommands(program: Command, deps: Dependencies): void {
  const add = addTo(
    program.command('webhook').description('endpoints that receive changes of metadata'),
    deps,
  );

  add('list', 'list webhooks', ['catalog webhook list']).list({
    columns: webhookColumns,
    document: listWebhooks,
    toVariables: (page) => page,
    needs,
  });

  withFilter(
    add('create <name> <url>', 'create a webhook, and print its secret once', [
      'catalog webhook create alerts https://hooks.example.org/catalog --category TAG --tag urn:li:tag:Legacy',
      'catalog webhook create all https://hooks.example.org/catalog --json',
    ]),
  ).run(async ({ catalog, out }, name: string, url: string, options: Filter) => {
    const input = { name, url, ...toLists(options) };
    const { createWebhook: created } = await catalog.graphql(createWebhook, { input }, needs);
    out.done(
      `Created the webhook ${created.id}. Its secret, which cannot be read again: ${created.secret}`,
      `${created.id}\t${created.secret}`,
      created,
    );
  });

  withFilter(
    add('update <id>', 'change the name, the address or the filter of a webhook', [
      'catalog webhook update 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11 --endpoint https://hooks.example.org/v2',
      'catalog webhook update 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11 --everything --category TAG OWNER',
    ])
      .option('--name <name>', 'the display name')
      .option('--endpoint <url>', 'the address of the endpoint'),
  )
    .option('--everything', 'lists that are not given match everything; without it, they stay as they are')
    .notes('Only the owner can change the address and the filter: take the webhook over first.')
    .check((_id: string, options: UpdateOptions, command: Command) => {
      if (Object.values(toUpdate(options)).every((value) => value === undefined))
        command.error('error: pass what to change, such as --endpoint <url>');
    })
    .run(async ({ catalog, out }, id: string, options: UpdateOptions) => {
      await catalog.graphql(updateWebhook, { input: { id, ...toUpdate(options) } }, needs);
      out.done(`Changed the webhook ${id}.`, id, { id });
    });

  add('pause <id>', 'pause a webhook; it keeps its place', [
    'catalog webhook pause 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11',
  ]).run(async ({ catalog, out }, id: string) => {
    await catalog.graphql(pauseWebhook, { id }, needs);
    out.done(`Paused the webhook ${id}.`, id, { id });
  });

  add('resume <id>', 'end a pause by hand; the webhook goes on from its place', [
    'catalog webhook resume 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11',
  ]).run(async ({ catalog, out }, id: string) => {
    await catalog.graphql(resumeWebhook, { id }, needs);
    out.done(`Resumed the webhook ${id}.`, id, { id });
  });

  add('rotate-secret <id>', 'replace the secret of a webhook, and print the new one once', [
    'catalog webhook rotate-secret 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11',
  ])
    .notes('For 24 hours, messages are signed with both secrets.')
    .run(async ({ catalog, out }, id: string) => {
      const { rotateWebhookSecret: rotated } = await catalog.graphql(rotateWebhookSecret, { id }, needs);
      out.done(
        `Until ${formatTime(rotated.previousSecretUntil)}, messages are signed with both secrets. The new one, which cannot ` +
          `be read again: ${rotated.secret}`,
        `${id}\t${rotated.secret}`,
        rotated,
      );
    });

  add('delete <id>', 'delete a webhook and its deliveries', [
    'catalog webhook delete 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11 --yes',
  ])
    .option('--yes', 'do not ask for confirmation')
    .run(async ({ catalog, out }, id: string, { yes }: { yes?: boolean }) => {
      await confirm(deps, yes, `Delete the webhook ${id}? Its endpoint receives nothing any more.`);
      await catalog.graphql(deleteWebhook, { id }, needs);
      out.done(`Deleted the webhook ${id}.`, id, { id });
    });

  add('take-over <id>', 'become the owner of a webhook; a paused one goes on', [
    'catalog webhook take-over 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11',
  ]).run(async ({ catalog, out }, id: string) => {
    await catalog.graphql(takeOverWebhook, { id }, needs);
    out.done(`Took over the webhook ${id}.`, id, { id });
  });

  add('test <id>', 'send a test message at once', [
    'catalog webhook test 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11',
  ]).run(async ({ catalog, out }, id: string) => {
    const { testWebhook: sent } = await catalog.graphql(testWebhook, { id }, needs);
    if (sent.error !== null) throw new CommandFailed(`The test message was not delivered: ${sent.error}.`);
    out.done(`The endpoint has accepted the test message with status ${sent.status}.`, sent.id, sent);
  });

  add('deliveries <id>', 'list the messages to a webhook, newest first', [
    'catalog webhook deliveries 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11 --limit 10',
  ])
    .limit()
    .table(deliveryColumns)
    .run(async (call, id: string, { limit }: ListOptions) => {
      const toVariables = (page: PageInput) => ({ id, ...page });
      const found = await pages(call, listDeliveries, toVariables, { limit, needs });
      await call.out.list(found, deliveryColumns);
    });

  add('replay <id>', 'send messages again, and enable a disabled webhook', [
    'catalog webhook replay 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11 --since 2h',
    'catalog webhook replay 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11 --delivery msg_0af3c6d1',
  ])
    .option('--delivery <id>', 'a delivery, from `catalog webhook deliveries`')
    .option('--since <time>', 'all changes since this time', sinceOption(deps.session))
    .check((_id: string, { delivery, since }: ReplayOptions, command: Command) => {
      if ((delivery === undefined) === (since === undefined))
        command.error('error: pass --delivery <id> or --since <time>');
    })
    .run(
      async ({ catalog, out }, id: string, { delivery: deliveryId, since: sinceMillis }: ReplayOptions) => {
        await catalog.graphql(replayWebhook, { id, deliveryId, sinceMillis }, needs);
        out.done(`The messages of the webhook ${id} are sent again.`, id, { id });
      },
    );
}
