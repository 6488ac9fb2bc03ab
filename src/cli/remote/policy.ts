import type { Command } from 'commander';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import type { Columns } from './output.js';
import { actorUrn } from './people.js';
import { exportPolicies, importPolicies } from './policy-file.js';
import { grant, revoke } from './policy-grant.js';
import { allPolicies, byType, describeCover, listDocument, needs, type Policy } from './policy-model.js';
import { addTo } from './remote-command.js';

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
  const add = addTo(
    program.command('policy').description('policies, which grant privileges to users and groups'),
    deps,
  );

  add('list', 'list policies by name', [
    'catalog policy list',
    'catalog policy list --query stewards --json',
  ]).list({
    query: 'a part of the name or of the description',
    columns,
    document: listDocument,
    toVariables: (page, { query }: { query?: string }) => ({ input: { ...page, query } }),
    needs,
  });

  add('show <policy>', 'show a policy, by its URN or its name', [
    'catalog policy show "Granted to urn:li:corpuser:jane over all entities"',
  ]).run(async (call, which: string) => {
    const found = (await allPolicies(call)).filter(({ urn, name }) => urn === which || name === which);
    if (found.length === 0)
      throw new CommandFailed(`There is no policy ${which}; catalog policy list shows all policies.`);
    if (found.length > 1)
      throw new CommandFailed(`Several policies have this name: ${found.map(({ urn }) => urn).join(', ')}.`);
    call.out.one(found[0]!, { ...columns, description: ({ description }) => description });
  });

  for (const [name, work, help] of [
    ['grant', grant, 'grant privileges to a user, or to a group as group:<id>'],
    ['revoke', revoke, 'revoke privileges that policy grant has granted'],
  ] as const)
    add(`${name} <actor> <privileges...>`, help, [
      `catalog policy ${name} jane CREATE_TAGS EDIT_ENTITY_TAGS`,
      `catalog policy ${name} group:stewards EDIT_ENTITY_DOCS --on dataset`,
      `catalog policy ${name} jane EDIT_ENTITY --on urn:li:container:datahub_schema`,
    ])
      .option('--on <urn or type>', 'only on this entity, or on all entities of this type')
      .notes(
        'docs/wire-contract.md, "Privileges", lists the privileges. Grants to one actor on the same entities share one policy.',
      )
      .run((call, actor: string, names: string[], { on }: { on?: string }) =>
        work(call, { urn: actorUrn(actor), names, wanted: byType(names, on), on }),
      );

  add('export', 'print all policies as YAML, or as JSON', ['catalog policy export > policies.yaml']).run(
    exportPolicies,
  );

  add('import', 'write policies from YAML or JSON under their URNs: all or none', [
    'catalog policy import policies.yaml',
    'catalog policy import - < policies.yaml',
  ])
    .argument('<file>', 'a file of policies; - is standard input', pathArgument)
    .run(importPolicies);
}
