import type { Command } from 'commander';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import { type CallOptions, calling, remoteCommand } from './command.js';
import type { Columns } from './output.js';
import { type ListOptions, limited, pages } from './paging.js';
import { exportPolicies, importPolicies } from './policy-file.js';
import { type GrantOptions, grant } from './policy-grant.js';
import { describeCover, type Policy, policyPage } from './policy-model.js';
import { revoke } from './policy-revoke.js';

const listActors = ({ actors }: Policy): readonly string[] => [
  ...(actors.allUsers ? ['all users'] : []),
  ...(actors.allGroups ? ['all groups'] : []),
  ...(actors.users ?? []),
  ...(actors.groups ?? []),
];

const columns: Columns<Policy> = {
  policy: ({ urn }) => urn,
  name: ({ name }) => name,
  state: ({ state }) => state,
  for: listActors,
  on: (policy) =>
    policy.type === 'PLATFORM' ? 'the platform' : (describeCover(policy) ?? JSON.stringify(policy.resources)),
  privileges: ({ privileges }) => privileges,
};

export function policyCommands(program: Command, deps: Dependencies): void {
  const policy = program
    .command('policy')
    .description('policies, which grant privileges to users and groups');

  limited(
    remoteCommand(policy, 'list', 'list policies by name', [
      'catalog policy list',
      'catalog policy list --query stewards --json',
    ]),
    columns,
  )
    .option('--query <text>', 'a part of the name or of the description')
    .action((options: CallOptions & ListOptions & { query?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const { query } = options;
        const found = await pages(deps, options.limit, (start, count) =>
          policyPage(catalog, { start, count, query }),
        );
        await out.list(found, columns);
      }),
    );

  remoteCommand(policy, 'show <policy>', 'show a policy, by its URN or its name', [
    'catalog policy show "Granted to urn:li:corpuser:jane over all entities"',
  ]).action((which: string, options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      const all = await pages(deps, Number.MAX_SAFE_INTEGER, (start, count) =>
        policyPage(catalog, { start, count }),
      );
      const found = all.filter(({ urn, name }) => urn === which || name === which);
      if (found.length === 0)
        throw new CommandFailed(`There is no policy ${which}; catalog policy list shows all policies.`);
      if (found.length > 1)
        throw new CommandFailed(
          `Several policies have this name: ${found.map(({ urn }) => urn).join(', ')}.`,
        );
      out.one(found[0]!, { ...columns, description: ({ description }) => description });
    }),
  );

  for (const [name, work, description] of [
    ['grant', grant, 'grant privileges to a user, or to a group as group:<id>'],
    ['revoke', revoke, 'revoke privileges that policy grant has granted'],
  ] as const) {
    remoteCommand(policy, `${name} <actor> <privileges...>`, description, [
      `catalog policy ${name} jane CREATE_TAGS EDIT_ENTITY_TAGS`,
      `catalog policy ${name} group:stewards EDIT_ENTITY_DOCS --on dataset`,
      `catalog policy ${name} jane EDIT_ENTITY --on urn:li:container:datahub_schema`,
    ])
      .option('--on <urn or type>', 'only on this entity, or on all entities of this type')
      .addHelpText(
        'after',
        '\ndocs/wire-contract.md, "Privileges", lists the privileges. Grants to one actor on the same entities share one policy.',
      )
      .action((actor: string, privileges: string[], options: GrantOptions) =>
        calling(deps, options, (call) => work(call, [actor, privileges], options, deps)),
      );
  }

  remoteCommand(policy, 'export', 'print all policies as YAML, or as JSON', [
    'catalog policy export > policies.yaml',
  ]).action((options: CallOptions) => calling(deps, options, (call) => exportPolicies(call, deps)));

  remoteCommand(policy, 'import', 'write policies from YAML or JSON under their URNs: all or none', [
    'catalog policy import policies.yaml',
    'catalog policy import - < policies.yaml',
  ])
    .argument('<file>', 'a file of policies; - is standard input', pathArgument)
    .action((file: string, options: CallOptions) =>
      calling(deps, options, (call) => importPolicies(call, file, deps)),
    );
}
