import { type Command, Option } from 'commander';
import { type TokenDuration, tokenDurations } from '../access-tokens/token.js';
import { createToken } from '../client/token.js';
import type { Dependencies } from './dependencies.js';
import { type CallOptions, calling } from './remote/command.js';
import { callerUrn, isServiceAccount, userUrn } from './remote/people.js';
import { addTo } from './remote/remote-command.js';
import { hasTarget } from './remote/target.js';
import { withCatalog } from './with-catalog.js';

interface Options extends CallOptions {
  local?: boolean;
  for?: string;
  actor?: string;
  duration?: TokenDuration;
  name: string;
  description?: string;
  scope?: string[];
}

export function tokenCreateCommand(token: Command, deps: Dependencies): void {
  addTo(token, deps)('create', 'create an access token and print only its text to standard output', [
    'catalog token create --name laptop',
    'catalog token create --for jane --duration ONE_WEEK --scope READ > jane.token',
    'catalog token create --local --actor urn:li:corpuser:admin --duration ONE_DAY',
  ])
    .notes(
      'If neither an address nor a token is set by options, variables or a login, the token is created in the database, as with --local.',
    )
    .option('--for <user>', 'user that the token acts as; default: you')
    .addOption(new Option('--actor <urn>', 'the same, by URN').conflicts('for'))
    .addOption(
      new Option(
        '--duration <duration>',
        'lifetime of the token; default: ONE_MONTH; required with --local',
      ).choices(Object.keys(tokenDurations)),
    )
    .option('--name <name>', "the token's name", 'created on the command line')
    .option('--description <text>', 'what the token is for')
    .option(
      '--scope <scope...>',
      'scopes that limit the rights of the token: READ, WRITE, or names of privileges',
    )
    .option('--local', 'write directly to the database, without checking policies')
    .action(async (options: Options, command: Command) => {
      const isLocal = options.local || !(await hasTarget(deps.session, options));
      await (isLocal ? createLocally(options, deps, command) : createOverHttp(options, deps));
    });
}

/** Checks no policy, because who runs this can read the database anyway. */
async function createLocally(options: Options, deps: Dependencies, command: Command): Promise<void> {
  const { duration, name, description, scope: scopes } = options;
  const actor = options.for ?? options.actor;
  if (actor === undefined) return command.error('error: --for <user> is required with --local');
  if (duration === undefined) return command.error('error: --duration <duration> is required with --local');
  const actorUrn = options.actor ?? userUrn(actor);
  await withCatalog(deps, async ({ services }) => {
    const { text } = await services.tokens.issue({ actorUrn, duration, name, scopes, description });
    deps.print(text);
  });
}

async function createOverHttp(options: Options, deps: Dependencies): Promise<void> {
  const { duration = 'ONE_MONTH', name, description, scope: scopes } = options;
  await calling(deps, options, async ({ catalog, out }) => {
    const given = options.for ?? options.actor;
    const actorUrn = given === undefined ? await callerUrn(catalog) : userUrn(given);
    const type = isServiceAccount(actorUrn) ? 'SERVICE_ACCOUNT' : 'PERSONAL';
    const { createAccessToken } = await catalog.graphql(
      createToken,
      { input: { type, actorUrn, duration, name, description, scopes } },
      given === undefined ? ['GENERATE_PERSONAL_ACCESS_TOKENS'] : ['MANAGE_ACCESS_TOKENS'],
    );
    out.text(createAccessToken!.accessToken, createAccessToken!);
  });
}
