import { type Command, Option } from 'commander';
import { categories, operations } from '../../history/change.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { type CallOptions, calling, confirm, remoteCommand } from './command.js';
import { type ListOptions, limited, pages } from './paging.js';
import { sinceOption } from './time.js';
import {
  createDocument,
  deleteDocument,
  deliveriesDocument,
  deliveryColumns,
  listDocument,
  replayDocument,
  takeOverDocument,
  testDocument,
  webhookColumns,
} from './webhook-model.js';

const needs = ['MANAGE_WEBHOOKS'] as const;

interface Filter {
  readonly category?: string[];
  readonly operation?: string[];
  readonly entityType?: string[];
  readonly tag?: string[];
  readonly platform?: string[];
  readonly container?: string[];
}

export function webhookCommands(program: Command, deps: Dependencies): void {
  const webhook = program.command('webhook').description('endpoints that receive changes of metadata');

  limited(remoteCommand(webhook, 'list', 'list webhooks', ['catalog webhook list']), webhookColumns).action(
    (options: CallOptions & ListOptions) =>
      calling(deps, options, async ({ catalog, out }) => {
        const found = await pages(deps, options.limit, async (start, count) => {
          const { listWebhooks } = await catalog.graphql(listDocument, { start, count }, needs);
          return { total: listWebhooks.total, items: listWebhooks.webhooks };
        });
        await out.list(found, webhookColumns);
      }),
  );

  remoteCommand(webhook, 'create <name> <url>', 'create a webhook, and print its secret once', [
    'catalog webhook create alerts https://hooks.example.org/catalog --category TAG --tag urn:li:tag:Legacy',
    'catalog webhook create all https://hooks.example.org/catalog --json',
  ])
    .addOption(new Option('--category <category...>', 'kinds of changes').choices(categories))
    .addOption(new Option('--operation <operation...>', 'kinds of operations').choices(operations))
    .option('--entity-type <type...>', 'types of entities, such as dataset')
    .option('--tag <urn...>', 'tags that are added or removed, or that change themselves')
    .option('--platform <platform...>', 'platforms of the entities, such as hive')
    .option('--container <urn...>', 'containers that the entities are in')
    .action((name: string, url: string, options: CallOptions & Filter) =>
      calling(deps, options, async ({ catalog, out }) => {
        const filter = {
          categories: options.category,
          operations: options.operation,
          entityTypes: options.entityType,
          tagUrns: options.tag,
          platforms: options.platform,
          containers: options.container,
        };
        const { createWebhook: created } = await catalog.graphql(
          createDocument,
          { input: { name, url, ...filter } },
          needs,
        );
        out.done(
          `Created the webhook ${created.id}. Its secret, which cannot be read again: ${created.secret}`,
          `${created.id}\t${created.secret}`,
          created,
        );
      }),
    );

  remoteCommand(webhook, 'delete <id>', 'delete a webhook and its deliveries', [
    'catalog webhook delete 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11 --yes',
  ])
    .option('--yes', 'do not ask for confirmation')
    .action((id: string, options: CallOptions & { yes?: boolean }) =>
      calling(deps, options, async ({ catalog, out }) => {
        await confirm(deps, options.yes, `Delete the webhook ${id}? Its endpoint receives nothing any more.`);
        await catalog.graphql(deleteDocument, { id }, needs);
        out.done(`Deleted the webhook ${id}.`, id, { id });
      }),
    );

  remoteCommand(webhook, 'take-over <id>', 'become the owner of a webhook; a paused one goes on', [
    'catalog webhook take-over 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11',
  ]).action((id: string, options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      await catalog.graphql(takeOverDocument, { id }, needs);
      out.done(`Took over the webhook ${id}.`, id, { id });
    }),
  );

  remoteCommand(webhook, 'test <id>', 'send a test message at once', [
    'catalog webhook test 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11',
  ]).action((id: string, options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      const { testWebhook: sent } = await catalog.graphql(testDocument, { id }, needs);
      if (sent.error !== null) throw new CommandFailed(`The test message was not delivered: ${sent.error}.`);
      out.done(`The endpoint has accepted the test message with status ${sent.status}.`, sent.id, sent);
    }),
  );

  limited(
    remoteCommand(webhook, 'deliveries <id>', 'list the messages to a webhook, newest first', [
      'catalog webhook deliveries 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11 --limit 10',
    ]),
    deliveryColumns,
  ).action((id: string, options: CallOptions & ListOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      const found = await pages(deps, options.limit, async (start, count) => {
        const { webhookDeliveries } = await catalog.graphql(deliveriesDocument, { id, start, count }, needs);
        return { total: webhookDeliveries.total, items: webhookDeliveries.deliveries };
      });
      await out.list(found, deliveryColumns);
    }),
  );

  remoteCommand(webhook, 'replay <id>', 'send messages again, and enable a disabled webhook', [
    'catalog webhook replay 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11 --since 2h',
    'catalog webhook replay 5f0c1a52-6d1f-4f2e-8a53-0c6a4b8f7d11 --delivery msg_0af3c6d1',
  ])
    .option('--delivery <id>', 'a delivery, from `catalog webhook deliveries`')
    .option('--since <time>', 'all changes since this time', sinceOption(deps.session))
    .action((id: string, options: CallOptions & { delivery?: string; since?: number }, command: Command) => {
      const { delivery: deliveryId, since: sinceMillis } = options;
      if ((deliveryId === undefined) === (sinceMillis === undefined))
        return command.error('error: pass --delivery <id> or --since <time>');
      return calling(deps, options, async ({ catalog, out }) => {
        await catalog.graphql(replayDocument, { id, deliveryId, sinceMillis }, needs);
        out.done(`The messages of the webhook ${id} are sent again.`, id, { id });
      });
    });
}
